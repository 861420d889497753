// SPDX-License-Identifier: Apache-2.0
// Symmetric positive definite systems made of blocks of six by six, most of them zero: L * transpose(L) in an order of
// elimination that leaves few blocks. Rounded as usual: for estimates, not for proofs.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

namespace graze {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

class BlockCholesky {
 public:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  // For `size` unknowns of six numbers. Besides the diagonal, blocks of these pairs of two different unknowns may be
  // other than zero. If it would take more than `most` products of blocks to factor, it is not possible().
  BlockCholesky(std::size_t size, std::span<const Pair> pairs, std::size_t most);

  bool possible() const { return possible_; }

  // The blocks, to be filled; all zero after clear(). That of (i, j) is the transpose of that of (j, i): only the one
  // of the unknown that is eliminated later, as a row, is there.
  void clear();
  Matrix6& diagonal(std::uint32_t i) { return diagonals_[place_[i]]; }
  struct Entry {
    Matrix6* block;
    bool transposed;  // it is that of (j, i)
  };
  Entry entry(std::uint32_t i, std::uint32_t j);

  // In place of the blocks. False if they are not positive definite.
  bool factor();
  // After factor(): what was the right-hand side becomes the solution.
  void solve(std::vector<Vector6>& x) const;

 private:
  void eliminate(std::vector<std::vector<std::uint32_t>>& neighbours, std::size_t most);
  void find_targets();
  std::uint32_t find(std::uint32_t row, std::uint32_t column) const;

  bool possible_ = true;
  std::vector<std::uint32_t> place_, order_;  // of an unknown in the elimination, and the other way
  std::vector<Matrix6> diagonals_;            // by place
  std::vector<std::uint32_t> starts_, rows_;  // below the diagonal, by columns; both are places
  std::vector<Matrix6> blocks_;
  std::vector<std::uint32_t> targets_;  // of the products of two blocks of a column, as they come in factor()
};

}  // namespace graze
