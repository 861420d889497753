// SPDX-License-Identifier: Apache-2.0
#include "numeric/block_cholesky.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

// The lower half of the block becomes its factor.
bool factor_block(Matrix6& block) {
  for (Eigen::Index j = 0; j < 6; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) block.col(j).tail(6 - j) -= block(j, k) * block.col(k).tail(6 - j);
    if (!(block(j, j) > 0)) return false;
    block.col(j).tail(6 - j) /= std::sqrt(block(j, j));
  }
  return true;
}

// block * inverse(transpose(lower)).
void divide(Matrix6& block, const Matrix6& lower) {
  for (Eigen::Index j = 0; j < 6; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) block.col(j) -= lower(j, k) * block.col(k);
    block.col(j) /= lower(j, j);
  }
}

void solve_lower(const Matrix6& lower, Vector6& x) {
  for (Eigen::Index j = 0; j < 6; ++j) {
    x[j] /= lower(j, j);
    x.tail(5 - j) -= x[j] * lower.col(j).tail(5 - j);
  }
}

void solve_transposed(const Matrix6& lower, Vector6& x) {
  for (Eigen::Index j = 5; j >= 0; --j) {
    x[j] -= lower.col(j).tail(5 - j).dot(x.tail(5 - j));
    x[j] /= lower(j, j);
  }
}

}  // namespace

BlockCholesky::BlockCholesky(std::size_t size, std::span<const Pair> pairs, std::size_t most) : place_(size) {
  std::vector<std::vector<std::uint32_t>> neighbours(size);
  for (const auto& [i, j] : pairs) {
    neighbours[i].push_back(j);
    neighbours[j].push_back(i);
  }
  for (auto& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  eliminate(neighbours, most);
  if (!possible_) return;
  diagonals_.resize(size);
  blocks_.resize(rows_.size());
  find_targets();
}

// The one with the fewest neighbours first; they become neighbours of each other.
void BlockCholesky::eliminate(std::vector<std::vector<std::uint32_t>>& neighbours, std::size_t most) {
  const std::size_t size = neighbours.size();
  std::vector<bool> done(size, false);
  std::vector<std::uint32_t> merged;
  starts_.push_back(0);
  std::size_t work = 0;
  for (std::uint32_t k = 0; k < size; ++k) {
    std::uint32_t next = 0;
    for (std::uint32_t i = 0, fewest = ~0U; i < size; ++i) {
      if (done[i] || neighbours[i].size() >= fewest) continue;
      fewest = static_cast<std::uint32_t>(neighbours[i].size());
      next = i;
    }
    done[next] = true;
    place_[next] = k;
    order_.push_back(next);
    const std::vector<std::uint32_t>& column = neighbours[next];
    work += (column.size() + 1) * (column.size() + 2) / 2;
    if (work > most) {
      possible_ = false;
      return;
    }
    for (const std::uint32_t i : column) {
      merged.clear();
      std::set_union(neighbours[i].begin(), neighbours[i].end(), column.begin(), column.end(),
                     std::back_inserter(merged));
      std::erase_if(merged, [&](std::uint32_t j) { return j == i || j == next; });
      neighbours[i].swap(merged);
    }
    rows_.insert(rows_.end(), column.begin(), column.end());
    starts_.push_back(static_cast<std::uint32_t>(rows_.size()));
  }
  for (std::uint32_t& row : rows_) row = place_[row];
  for (std::size_t k = 0; k < size; ++k) std::sort(rows_.begin() + starts_[k], rows_.begin() + starts_[k + 1]);
}

std::uint32_t BlockCholesky::find(std::uint32_t row, std::uint32_t column) const {
  const auto first = rows_.begin() + starts_[column];
  const auto last = rows_.begin() + starts_[column + 1];
  return static_cast<std::uint32_t>(std::lower_bound(first, last, row) - rows_.begin());
}

void BlockCholesky::find_targets() {
  for (std::uint32_t k = 0; k < order_.size(); ++k)
    for (std::uint32_t j = starts_[k]; j < starts_[k + 1]; ++j)
      for (std::uint32_t i = j + 1; i < starts_[k + 1]; ++i) targets_.push_back(find(rows_[i], rows_[j]));
}

void BlockCholesky::clear() {
  for (Matrix6& block : diagonals_) block.setZero();
  for (Matrix6& block : blocks_) block.setZero();
}

BlockCholesky::Entry BlockCholesky::entry(std::uint32_t i, std::uint32_t j) {
  const std::uint32_t row = std::max(place_[i], place_[j]);
  const std::uint32_t column = std::min(place_[i], place_[j]);
  return {&blocks_[find(row, column)], row == place_[j]};
}

bool BlockCholesky::factor() {
  const std::uint32_t* target = targets_.data();
  for (std::size_t k = 0; k < diagonals_.size(); ++k) {
    if (!factor_block(diagonals_[k])) return false;
    for (std::uint32_t j = starts_[k]; j < starts_[k + 1]; ++j) divide(blocks_[j], diagonals_[k]);
    for (std::uint32_t j = starts_[k]; j < starts_[k + 1]; ++j) {
      const Matrix6 column = blocks_[j].transpose();
      diagonals_[rows_[j]].noalias() -= blocks_[j].lazyProduct(column);
      for (std::uint32_t i = j + 1; i < starts_[k + 1]; ++i)
        blocks_[*target++].noalias() -= blocks_[i].lazyProduct(column);
    }
  }
  return true;
}

void BlockCholesky::solve(std::vector<Vector6>& x) const {
  for (std::size_t k = 0; k < diagonals_.size(); ++k) {
    Vector6& at = x[order_[k]];
    solve_lower(diagonals_[k], at);
    for (std::uint32_t j = starts_[k]; j < starts_[k + 1]; ++j) x[order_[rows_[j]]] -= blocks_[j] * at;
  }
  for (std::size_t k = diagonals_.size(); k-- > 0;) {
    Vector6& at = x[order_[k]];
    for (std::uint32_t j = starts_[k]; j < starts_[k + 1]; ++j) at -= blocks_[j].transpose() * x[order_[rows_[j]]];
    solve_transposed(diagonals_[k], at);
  }
}

}  // namespace graze
