// SPDX-License-Identifier: Apache-2.0
#include "numeric/block_cholesky.hpp"

#include <random>

#include <gtest/gtest.h>

namespace graze {
namespace {

std::mt19937_64 random_numbers(7);

double number() { return std::uniform_real_distribution<double>(-1, 1)(random_numbers); }

// Random pairs of so many unknowns, and a positive definite matrix with blocks there.
struct System {
  std::size_t size;
  std::vector<BlockCholesky::Pair> pairs;
  Eigen::MatrixXd dense;

  System(std::size_t n, std::size_t links) : size(n), dense(Eigen::MatrixXd::Identity(dimension(), dimension())) {
    std::uniform_int_distribution<std::uint32_t> any(0, static_cast<std::uint32_t>(n - 1));
    while (n > 1 && pairs.size() < links) {
      const std::uint32_t i = any(random_numbers);
      const std::uint32_t j = any(random_numbers);
      if (i == j) continue;
      pairs.emplace_back(i, j);
      Eigen::VectorXd row = Eigen::VectorXd::Zero(dimension());
      for (Eigen::Index k = 0; k < 6; ++k) {
        row[6 * i + k] = number();
        row[6 * j + k] = number();
      }
      for (Eigen::Index k = 0; k < dimension(); ++k) dense.col(k) += 100.0 * row[k] * row;
    }
  }
  Eigen::Index dimension() const { return static_cast<Eigen::Index>(6 * size); }

  void fill(BlockCholesky& cholesky) const {
    cholesky.clear();
    const auto block = [&](std::uint32_t i, std::uint32_t j) { return dense.block<6, 6>(6 * i, 6 * j); };
    for (std::uint32_t i = 0; i < size; ++i) cholesky.diagonal(i) = block(i, i);
    for (const auto& [i, j] : pairs) {
      const auto [entry, transposed] = cholesky.entry(i, j);
      *entry = transposed ? block(j, i) : block(i, j);
    }
  }
};

TEST(BlockCholesky, SolvesTheDenseSystem) {
  for (std::size_t trial = 0; trial < 200; ++trial) {
    const System system(1 + trial % 15, trial % 40);
    BlockCholesky cholesky(system.size, system.pairs, 100000);
    ASSERT_TRUE(cholesky.possible());
    Eigen::VectorXd right(system.dimension());
    for (double& x : right) x = number();
    for (int again = 0; again < 2; ++again) {
      system.fill(cholesky);
      ASSERT_TRUE(cholesky.factor());
      std::vector<Vector6> x;
      for (std::size_t i = 0; i < system.size; ++i) x.push_back(right.segment<6>(static_cast<Eigen::Index>(6 * i)));
      cholesky.solve(x);
      for (Eigen::Index row = 0; row < system.dimension(); ++row) {
        double left = -right[row];
        for (Eigen::Index k = 0; k < system.dimension(); ++k)
          left += system.dense(row, k) * x[static_cast<std::size_t>(k / 6)][k % 6];
        EXPECT_LT(std::abs(left), 1e-9);
      }
    }
  }
}

TEST(BlockCholesky, ChainsTakeThreeProductsALink) {
  std::vector<BlockCholesky::Pair> links;
  for (std::uint32_t i = 0; i + 1 < 100; ++i) links.emplace_back(i, i + 1);
  EXPECT_TRUE(BlockCholesky(100, links, 99 * 3 + 1).possible());
  EXPECT_FALSE(BlockCholesky(100, links, 99 * 3).possible());
}

TEST(BlockCholesky, SaysWhenTheMatrixIsNotPositive) {
  BlockCholesky cholesky(1, {}, 10);
  cholesky.clear();
  cholesky.diagonal(0) = -Matrix6::Identity();
  EXPECT_FALSE(cholesky.factor());
}

}  // namespace
}  // namespace graze
