// SPDX-License-Identifier: Apache-2.0
// What is true of two moving bodies, found without the library: proofs of contact and of distance at single instants,
// and a search for the first contact that can be found.
#pragma once

#include <memory>
#include <optional>

#include "attack/questions/question.hpp"

namespace graze::attack {

class Oracle {
 public:
  virtual ~Oracle() = default;

  // The distance beyond the separation, about, in doubles: where to look. Below zero only where contact is likely.
  virtual double estimate(double time) const = 0;
  // Is it proved that the bodies are within the separation of each other?
  virtual bool contact_at(double time) const = 0;
  // Is it proved that they are further apart than the separation and this?
  virtual bool apart_at(double time, double more) const = 0;
  // Is the claimed pair of closest points, in the world's frame, what it claims to be, to within this?
  virtual bool confirms(double time, const Point& on_a, const Point& on_b, double within) const = 0;
  // How far off the bodies' places may be in doubles at this time: closer ones may count as in contact at the start.
  virtual double blur(double /*time*/) const { return 0; }
  // How much later than found a contact may be, as shapes are rounded when they are built.
  virtual double time_slack() const { return 0; }
};

// For every question but those about curved shapes.
std::unique_ptr<Oracle> parts_oracle(const Question& question);
std::unique_ptr<Oracle> curved_oracle(const Question& question);
std::unique_ptr<Oracle> deforming_oracle(const Question& question);
// Of many bodies: what is true of any pair that counts.
std::unique_ptr<Oracle> group_oracle(const Question& question);
std::unique_ptr<Oracle> oracle_for(const Question& question);

// The earliest time of contact that sampling, a look into each dip, and halving find. Proved; an earlier one may exist.
std::optional<double> first_contact(const Oracle& oracle, const Question& question, int samples);

}  // namespace graze::attack
