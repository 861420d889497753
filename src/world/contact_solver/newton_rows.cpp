// SPDX-License-Identifier: Apache-2.0
#include "world/contact_solver/newton_rows.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

namespace graze {
namespace {

// R, such that transpose(R) R is the inverse of masses and inertia.
Matrix6 root_of(const SolverBody& body) {
  Matrix6 result = Matrix6::Zero();
  result.diagonal().head<3>() = body.inverse_mass.cwiseSqrt();
  const Eigen::LDLT<Eigen::Matrix3d> inertia(body.inverse_inertia);
  const Eigen::Matrix3d upper = inertia.matrixU();
  result.bottomRightCorner<3, 3>() =
      inertia.vectorD().cwiseMax(0.0).cwiseSqrt().asDiagonal() * (upper * inertia.transpositionsP());
  return result;
}

}  // namespace

double NewtonRow::speed_of(const NewtonVelocities& at) const {
  return (a != kFixed ? of_a.dot(at[a]) : 0.0) + (b != kFixed ? of_b.dot(at[b]) : 0.0);
}

void NewtonRow::push(double impulse, NewtonVelocities& at) const {
  if (a != kFixed) at[a] += impulse * of_a;
  if (b != kFixed) at[b] += impulse * of_b;
}

void NewtonRow::add_to(BlockCholesky& matrix, double weight) const {
  if (a != kFixed) matrix.diagonal(a).noalias() += weight * of_a * of_a.transpose();
  if (b != kFixed) matrix.diagonal(b).noalias() += weight * of_b * of_b.transpose();
  if (a == kFixed || b == kFixed) return;
  const auto [block, transposed] = matrix.entry(a, b);
  if (transposed)
    block->noalias() += weight * of_b * of_a.transpose();
  else
    block->noalias() += weight * of_a * of_b.transpose();
}

NewtonRow NewtonRow::plus(double factor, const NewtonRow& other) const {
  NewtonRow result = *this;
  result.of_a += factor * other.of_a;
  result.of_b += factor * other.of_b;
  return result;
}

NewtonRow NewtonRow::times(double factor) const { return plus(factor - 1, *this); }

NewtonRows::NewtonRows(const std::vector<SolverBody>& bodies, const ContactSystem& system) {
  for (const SolverBody& body : bodies) {
    number_.push_back(is_movable(body) ? static_cast<std::uint32_t>(moving_++) : NewtonRow::kFixed);
    roots_.push_back(root_of(body));
  }
  rows_.reserve(system.impulses().size());
  for (std::size_t k = 0; k < system.rows().size(); ++k) {
    rows_.push_back(row_of(system.rows()[k], system));
    rows_.back().wanted = system.wanted(k);
    kinds_.push_back(system.is_joint(k) ? Kind::Joint : Kind::Contact);
  }
  for (const ContactPatch& patch : system.patches()) add_patch(patch, system);
}

NewtonRow NewtonRows::row_of(const ContactRow& row, const ContactSystem& system) const {
  const auto scaled = [&](std::uint32_t body, const Four& angular) {
    Vector6 direction;
    direction << row.linear.three(), angular.three();
    return Vector6(roots_[body] * direction);
  };
  NewtonRow result;
  result.a = number_[row.a];
  result.b = number_[row.b];
  if (result.a != NewtonRow::kFixed) result.of_a = -scaled(row.a, row.angular_a);
  if (result.b != NewtonRow::kFixed) result.of_b = scaled(row.b, row.angular_b);
  result.mass = row.mass;
  result.speed = row.speed(system.velocities());
  return result;
}

void NewtonRows::add_patch(const ContactPatch& patch, const ContactSystem& system) {
  Patch& result = patches_.emplace_back();
  for (const std::uint32_t contact : patch.contacts) {
    const std::size_t row = system.row_of(contact);
    kinds_[row] = Kind::InPatch;
    result.normals.push_back(row);
    result.least_speeds.push_back(system.wanted(row));
  }
  result.slide = rows_.size();
  for (std::size_t j = 0; j < 2; ++j) {
    rows_.push_back(row_of(patch.slide[j], system));
    rows_.back().wanted = patch.sticking[j];
  }
  rows_.push_back(row_of(patch.turn, system));
  const double mass = std::min(patch.slide[0].mass, patch.slide[1].mass);
  rows_[result.slide].mass = rows_[result.slide + 1].mass = mass;
  result.cone = {patch.friction, patch.radius, mass, patch.turn.mass};
}

std::vector<BlockCholesky::Pair> NewtonRows::pairs() const {
  std::vector<BlockCholesky::Pair> result;
  for (const NewtonRow& row : rows_)
    if (row.a != NewtonRow::kFixed && row.b != NewtonRow::kFixed) result.emplace_back(row.a, row.b);
  return result;
}

void NewtonRows::allow_for_sliding(const std::vector<double>& speeds) {
  for (const Patch& patch : patches_) {
    const auto off = [&](std::size_t j) { return speeds[patch.slide + j] - rows_[patch.slide + j].wanted; };
    const double sliding = std::sqrt(off(0) * off(0) + off(1) * off(1)) + patch.cone.radius * std::abs(off(2));
    for (std::size_t i = 0; i < patch.normals.size(); ++i)
      rows_[patch.normals[i]].wanted = patch.least_speeds[i] - patch.cone.friction * sliding;
  }
}

void NewtonRows::limit(std::vector<double>& pushes) {
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    if (kinds_[k] == Kind::Contact) pushes[k] = std::max(0.0, pushes[k]);
  for (Patch& patch : patches_) limit(patch, pushes);
}

void NewtonRows::limit(Patch& patch, std::vector<double>& pushes) {
  normals_.clear();
  masses_.clear();
  for (const std::size_t k : patch.normals) {
    normals_.push_back(pushes[k]);
    masses_.push_back(rows_[k].mass);
  }
  double* rub = &pushes[patch.slide];
  CoulombCone::Push push{normals_, {rub[0], rub[1]}, rub[2]};
  patch.face = patch.cone.project(push, masses_);
  for (std::size_t i = 0; i < normals_.size(); ++i) pushes[patch.normals[i]] = normals_[i];
  rub[0] = push.slide[0];
  rub[1] = push.slide[1];
  rub[2] = push.turn;
}

void NewtonRows::add_stiffness(const std::vector<double>& pushes, double penalty, BlockCholesky& matrix) const {
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    if (kinds_[k] == Kind::Joint || (kinds_[k] == Kind::Contact && pushes[k] > 0))
      rows_[k].add_to(matrix, penalty * rows_[k].mass);
  for (const Patch& patch : patches_) add_stiffness(patch, pushes, penalty, matrix);
}

// Each push changes as it is asked to; but what is at a limit has to stay there, so that the part of the change that
// leads away from it is taken out: one direction for sliding and one for turning, made orthogonal to each other. And
// the limit of sliding is round.
void NewtonRows::add_stiffness(const Patch& patch, const std::vector<double>& pushes, double penalty,
                               BlockCholesky& matrix) const {
  const NewtonRow& first = rows_[patch.slide];
  const NewtonRow& second = rows_[patch.slide + 1];
  const NewtonRow& turn = rows_[patch.slide + 2];
  const CoulombCone::Face& face = patch.face;
  NewtonRow pressed = first.times(0.0);
  double yields = 0.0;
  for (const std::size_t k : patch.normals) {
    if (!(pushes[k] > 0)) continue;
    rows_[k].add_to(matrix, penalty * rows_[k].mass);
    pressed = pressed.plus(rows_[k].mass, rows_[k]);
    yields += rows_[k].mass;
  }
  const NewtonRow along = first.times(face.along[0]).plus(face.along[1], second);
  const NewtonRow across = second.times(face.along[0]).plus(-face.along[1], first);
  along.add_to(matrix, penalty * first.mass);
  across.add_to(matrix, penalty * first.mass * face.across);
  turn.add_to(matrix, penalty * turn.mass);

  const double limit_of_slide = patch.cone.friction;
  const double limit_of_turn = face.turns * patch.cone.friction * patch.cone.radius;
  const NewtonRow slides = along.times(first.mass).plus(-limit_of_slide, pressed);
  NewtonRow turns = turn.times(turn.mass).plus(-limit_of_turn, pressed);
  const double square_of_slides = first.mass + limit_of_slide * limit_of_slide * yields;
  double square_of_turns = turn.mass + limit_of_turn * limit_of_turn * yields;
  if (face.slides) {
    slides.add_to(matrix, -penalty / square_of_slides);
    const double common = limit_of_slide * limit_of_turn * yields / square_of_slides;
    turns = turns.plus(-common, slides);
    square_of_turns -= common * common * square_of_slides;
  }
  if (face.turns != 0.0) turns.add_to(matrix, -penalty / square_of_turns);
}

}  // namespace graze
