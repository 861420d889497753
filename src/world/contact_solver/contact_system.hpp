// SPDX-License-Identifier: Apache-2.0
// Contacts and joints as rows, the impulses so far, and the velocities that follow from them.
#pragma once

#include "world/contact_solver/contact_rows.hpp"

namespace graze {

class ContactSystem {
 public:
  // The impulses at the start are those of the contacts and joints.
  ContactSystem(const std::vector<SolverBody>& bodies, const std::vector<SolverContact>& contacts,
                const std::vector<SolverJointRow>& joints);

  // Projected Gauss-Seidel: every row once. The largest change of a speed.
  double round();
  // A round, then a step further along the direction of the rounds before (nonsmooth nonlinear conjugate gradients,
  // Silcowitz-Hansen et al. 2010): stacks need far fewer of them.
  double accelerated_round();
  void add(const std::vector<double>& more);

  // What the impulses have done to the energy, and for what was asked: what solves the system does no more than none
  // at all. `bodies`: as they were.
  double cost(const std::vector<SolverBody>& bodies) const;
  // Without impulses.
  void start_again(const std::vector<SolverBody>& bodies);

  void finish(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts,
              std::vector<SolverJointRow>& joints) const;

  // Of joints, then of contacts.
  const std::vector<ContactRow>& rows() const { return rows_; }
  bool is_joint(std::size_t row) const { return row < joints_; }
  double wanted(std::size_t row) const { return wanted_[row]; }  // speed: exactly, or at least
  const std::vector<ContactPatch>& patches() const { return patches_; }
  std::size_t row_of(std::uint32_t contact) const { return row_of_[contact]; }
  // Of the rows, then three of each patch.
  const std::vector<double>& impulses() const { return impulses_; }
  const std::vector<RowVelocity>& velocities() const { return velocities_; }

 private:
  static std::vector<RowVelocity> velocities_of(const std::vector<SolverBody>& bodies);
  double load(const ContactPatch& patch) const;
  void add_patches(const std::vector<SolverBody>& bodies, const std::vector<SolverContact>& contacts);
  void prepare(ContactPatch& patch, const std::vector<SolverBody>& bodies, const std::vector<SolverContact>& contacts);
  template <class Number>
  double round_in();
  template <class Number>
  void add_in(const std::vector<double>& more);
  template <class Number>
  double press(std::size_t i);
  template <class Number>
  double rub(const ContactPatch& patch, std::size_t k);

  std::vector<RowVelocity> velocities_;
  std::vector<ContactRow> rows_;
  std::size_t joints_ = 0;
  std::vector<std::uint32_t> row_of_;  // by contact
  std::vector<double> wanted_;
  std::vector<ContactPatch> patches_;
  std::vector<double> impulses_;
  std::vector<double> before_, direction_;  // of the rounds so far
  double last_square_ = 0.0;
};

}  // namespace graze
