// SPDX-License-Identifier: Apache-2.0
// Contacts and joints for Newton's method: what they can push with, and how that changes with the velocities.
#pragma once

#include "numeric/block_cholesky.hpp"
#include "world/contact_solver/contact_system.hpp"
#include "world/contact_solver/coulomb_cone.hpp"

namespace graze {

// Velocities of the bodies that can move, measured such that all masses are one.
using NewtonVelocities = std::vector<Vector6>;

struct NewtonRow {
  static constexpr std::uint32_t kFixed = ~0U;

  std::uint32_t a = kFixed, b = kFixed;  // bodies that can move, by their number among those
  Vector6 of_a = Vector6::Zero(), of_b = Vector6::Zero();
  double mass = 0.0;
  double wanted = 0.0;  // speed
  double speed = 0.0;   // at the start

  double speed_of(const NewtonVelocities& at) const;
  void push(double impulse, NewtonVelocities& at) const;
  void add_to(BlockCholesky& matrix, double weight) const;
  // The same pair, along a sum of directions.
  NewtonRow plus(double factor, const NewtonRow& other) const;
  NewtonRow times(double factor) const;
};

class NewtonRows {
 public:
  NewtonRows(const std::vector<SolverBody>& bodies, const ContactSystem& system);

  std::size_t size() const { return rows_.size(); }
  const NewtonRow& operator[](std::size_t k) const { return rows_[k]; }
  std::size_t moving() const { return moving_; }  // bodies
  std::vector<BlockCholesky::Pair> pairs() const;

  // Bodies that slide leave each other in the balance that is sought, by the friction times the sliding speed: so much
  // less is asked for along the normals (De Saxce and Feng 1998), with the speeds as they are.
  void allow_for_sliding(const std::vector<double>& speeds);
  // The nearest pushes that joints, contacts and friction can do.
  void limit(std::vector<double>& pushes);
  // How the pushes of the last call of limit() change with what they were to be: times the penalty, the matrix of the
  // rows.
  void add_stiffness(const std::vector<double>& pushes, double penalty, BlockCholesky& matrix) const;

 private:
  struct Patch {
    CoulombCone cone;
    CoulombCone::Face face;
    std::vector<std::size_t> normals;  // rows
    std::vector<double> least_speeds;  // of these
    std::size_t slide = 0;             // row, and the next two
  };
  NewtonRow row_of(const ContactRow& row, const ContactSystem& system) const;
  void add_patch(const ContactPatch& patch, const ContactSystem& system);
  void limit(Patch& patch, std::vector<double>& pushes);
  void add_stiffness(const Patch& patch, const std::vector<double>& pushes, double penalty,
                     BlockCholesky& matrix) const;

  std::vector<std::uint32_t> number_;  // of a body
  std::size_t moving_ = 0;
  std::vector<Matrix6> roots_;   // of inverse masses and inertia, by body
  std::vector<NewtonRow> rows_;  // those of the system, then three of each patch
  enum class Kind { Joint, Contact, InPatch };
  std::vector<Kind> kinds_;  // of the rows of the system
  std::vector<Patch> patches_;
  std::vector<double> normals_, masses_;  // of a patch
};

}  // namespace graze
