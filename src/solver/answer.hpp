// SPDX-License-Identifier: Apache-2.0
// The one place that makes answers: every Toi of every solver starts here, with all its fields as documented.
#pragma once

#include <graze/time_of_impact.hpp>

#include "solver/meter.hpp"

namespace graze {

// An answer without a contact: Free, Undecided or Unsupported.
Toi answer_to(const Query& query, Verdict verdict, const Interval& bracket, Guarantee guarantee = Guarantee::Proved);
inline Toi free_answer(const Query& query) { return answer_to(query, Verdict::Free, Interval(query.window.hi())); }
inline Toi undecided_from(double time, const Query& query) {
  return answer_to(query, Verdict::Undecided, {time, query.window.hi()});
}

// The bodies touch at the start of the window, or doubles cannot tell that they do not; the features of the contact are
// no further apart there than `distance`. That bound is for those who ask a window in parts: published() takes it back.
// `bodies`: a bound for the bodies, if features that pierce each other are further apart than these.
Toi initial_contact_at(const Query& query, const Contact& contact, double distance, double bodies);
inline Toi initial_contact_at(const Query& query, const Contact& contact, double distance) {
  return initial_contact_at(query, contact, distance, distance);
}

// An impact in the bracket, where the features of the contact are that far apart at its start. `tolerance`: what the
// method can tell, if that is coarser than asked for.
Toi impact_in(const Query& query, const Interval& bracket, const Interval& distance, const Contact& contact,
              double tolerance = 0.0);
// The same from `time` until when the bodies touch if they go on as now, and a little later: the near miss at `time` is
// certain.
Toi impact_at(const Query& query, double time, const Interval& distance, const Contact& contact);

// With the one contact as its patch, if that is asked for, and the statistics.
Toi with_one_contact(Toi toi, const Query& query, const Meter& meter);
Toi with_work(Toi toi, const Meter& meter);

// The answer as a caller gets it from a solver with this guarantee. Checks what all answers have in common, in debug
// builds.
Toi published(Toi toi, const Query& query, Guarantee guarantee);

}  // namespace graze
