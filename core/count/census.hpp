// The number of all grids of a size, in shards that can be counted anywhere, in any order.
//
//      grids whose rows and columns differ
//        = sum over foldings of the columns of  mu * stacks of different rows       (chains.hpp)
//
// The first summand, nothing folded, is by far the dearest; but stacks of different rows are,
// turned by 90 degrees, grids whose columns differ, and so once more a sum:
//
//        = sum over foldings of the other side of  mu * stacks of rows that may repeat  (transfer.hpp)
//
// A summand is cut into parts where it needs much memory, and cheap ones are put together.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "../balanced/shape.hpp"
#include "../limits.hpp"
#include "chains.hpp"
#include "folded_rows.hpp"
#include "natural.hpp"
#include "stack.hpp"
#include "transfer.hpp"

namespace nonairo::counting {

// What shards add up to is what is added less what is taken away.
struct Difference {
  Natural added;
  Natural taken;
};

class Census {
 public:
  static bool takes(const BalancedShape& shape) {
    if (shape.height < 4 || shape.width < 4) return false;
    if (shape.distinct) return shape.side() <= kLongestFolded;
    const int narrow = std::min(shape.height, shape.width);
    const int tall = shape.side();
    if (narrow > kLongestFolded) return false;
    const int level = std::max(1, tall - tall / 2 - 3);
    return std::pow(most(level) + 1, narrow - 1) <= kMostPlaces && places(tall, narrow) <= kMostPlaces;
  }

  explicit Census(const BalancedShape& shape) : Census(shape, Budget({})) {}
  // Without shards where a limit came first.
  Census(const BalancedShape& shape, Budget&& budget) : Census(shape, budget) {}
  Census(BalancedShape shape, Budget& budget) {
    if (shape.height < shape.width) shape = {shape.width, shape.height, shape.col_ones, shape.row_ones, shape.distinct};
    if (!shape.distinct) {
      add({legal_lines(shape.width, shape.row_ones), 1}, shape, false);
    } else {
      const BalancedShape turned{shape.width, shape.height, shape.col_ones, shape.row_ones, true};
      for (FoldedRows& folded : Folding(turned.width, turned.row_ones, 1).all(budget))
        add(std::move(folded), turned, false);
      std::vector<FoldedRows> across =
          Folding(shape.width, shape.row_ones, static_cast<std::size_t>(shape.height)).all(budget);
      for (std::size_t k = 1; k < across.size(); ++k) add(std::move(across[k]), shape, true);
      if (across.empty()) units_.clear();   // too few rows to differ, or a limit
    }
    cut();
  }

  std::size_t shards() const { return shards_.size(); }
  // About how many nanoseconds a shard takes, for whoever shares them out.
  double cost(std::size_t shard) const { return shards_[shard].cost; }
  double cost() const {
    double sum = 0;
    for (const Shard& shard : shards_) sum += shard.cost;
    return sum;
  }

  // Nothing: a limit came first.
  std::optional<Difference> count(std::size_t shard, Budget& budget) {
    Difference sum;
    const auto [first, last, cost] = shards_[shard];
    for (std::size_t k = first; k < last; ++k) {
      const Unit& unit = units_[k];
      const Summand& summand = summands_[unit.summand];
      const auto part = count_part(unit.summand, unit.part, budget);
      if (!part || budget.spent()) return std::nullopt;
      Natural& side = summand.rows.coefficient > 0 ? sum.added : sum.taken;
      for (std::int64_t times = std::abs(summand.rows.coefficient); times > 0; times >>= 31) {
        if ((times >> 31) != 0) return std::nullopt;   // no width that is taken comes near
        Natural product = *part;
        product.multiply_add(static_cast<std::uint32_t>(times), 0);
        side += product;
      }
    }
    return sum;
  }

 private:
  static constexpr int kLongestFolded = 12;
  static constexpr double kMostPlaces = 1 << 24;
  static constexpr double kPartBytes = 1 << 27;   // of a part, about
  static constexpr double kShardCost = 2e8;       // nanoseconds, of many cheap ones together
  static constexpr double kManyShards = 4000;

  struct Summand {
    FoldedRows rows;
    BalancedShape shape;
    bool distinct;   // no row may repeat
    int fixed = 0;   // columns
  };
  struct Unit {
    std::size_t summand;
    std::size_t part;
    double cost;
  };
  struct Shard {
    std::size_t first, last;   // units
    double cost;
  };

  static double places(int height, int columns) {
    return std::pow(Range(height, height / 2, height / 2).radix, columns - 1);
  }

  // How many rows can stand behind two others, on the average: counted for rows of 10 and 12 cells, folded or not.
  static double orders(double rows, int depth) {
    return rows * rows * std::pow(std::min(rows, 0.11 * rows + 4), std::max(0, depth - 2));
  }

  void add(FoldedRows rows, const BalancedShape& shape, bool distinct) {
    const double n = static_cast<double>(rows.rows.size());
    const int depth = shape.height - shape.height / 2;
    const int radix = Range(shape.height, shape.col_ones, shape.height / 2).radix;
    const double halves = 2 * shape.col_ones == shape.height && 2 * shape.row_ones == shape.width ? 1 : 2;
    const double stacks = orders(n, depth);
    const double box = std::min(places(shape.height, shape.width), stacks / n);
    double bytes = 0;
    double cost = 0;
    if (distinct) {
      const double sets = stacks / 3;
      bytes = halves * sets * 40;
      cost = halves * (100 * stacks + 5 * n * sets + 1.5e-5 * sets * sets) + 20000;
    } else {
      // Of four numbers of ones the outer two are rare, so few places are reached.
      const double whole = places(shape.height, shape.width);
      bytes = halves * 8 * (n * whole + n * n * std::min(whole * (radix > 3 ? 0.05 : 0.4), stacks / n));
      const double rounds = std::max(1.0, std::log2(stacks / n) * 2 / 30);
      cost =
          halves * (0.02 * n * n * n * box + 1.5 * stacks + n * 60 * places(shape.height, shape.width) / 64) * rounds +
          20000;
      if (depth > Chains::kDeepest)
        cost = n * n * n * 0.2 * places(shape.height, shape.width) * depth / 3 * shape.height / 20;
    }
    // Every column halves the rows at most, so there are as many columns as rows have digits.
    int fixed = 0;
    for (; fixed + 1 < static_cast<int>(std::bit_width(rows.rows.size())); ++fixed) {
      // One column at least lets a part stand for its counterpart; but tall stacks go through many rounds each.
      if ((fixed > 0 || halves > 1 || depth > Chains::kDeepest) && bytes / std::pow(radix, fixed) < kPartBytes) break;
    }
    std::size_t parts = 1;
    for (int k = 0; k < fixed; ++k) parts *= static_cast<std::size_t>(radix);
    const std::size_t number = summands_.size();
    summands_.push_back({std::move(rows), shape, distinct, fixed});
    for (std::size_t part = 0; part < parts; ++part) {
      if (halves == 1 && 2 * part >= parts + parts % 2) break;   // its counterpart stands for it
      units_.push_back({number, part, cost * share(part, fixed, radix) / 2});
    }
  }

  // Of all grids, those of a part: most columns are balanced in each half, or nearly so.
  static double share(std::size_t part, int fixed, int radix) {
    double product = 2;
    for (int k = 0; k < fixed; ++k, part /= static_cast<std::size_t>(radix)) {
      const double from_middle =
          std::abs(static_cast<double>(part % static_cast<std::size_t>(radix)) - (radix - 1) / 2.0);
      product *= radix == 3 ? (from_middle < 1 ? 0.56 : 0.22) : std::exp2(-2 * from_middle) * 0.8;
    }
    return product;
  }

  // Neighbours, until they cost enough together.
  void cut() {
    std::size_t first = 0;
    double cost = 0;
    double total = 0;
    for (const Unit& unit : units_) total += unit.cost;
    const double enough = std::max(kShardCost, total / kManyShards);
    for (std::size_t k = 0; k < units_.size(); ++k) {
      cost += units_[k].cost;
      if (cost < enough && k + 1 < units_.size()) continue;
      shards_.push_back({first, k + 1, cost});
      first = k + 1;
      cost = 0;
    }
  }

  std::optional<Natural> count_part(std::size_t number, std::size_t part, Budget& budget) {
    const Summand& summand = summands_[number];
    if (!stack_ || current_ != number) {   // the parts of a summand share what they stand on
      transfer_.reset();
      chains_.reset();
      const BalancedShape& shape = summand.shape;
      stack_ = std::make_unique<Stack>(shape.height, shape.col_ones, shape.width, summand.rows.rows);
      current_ = number;
      if (summand.distinct) chains_ = std::make_unique<Chains>(*stack_);
      else transfer_ = std::make_unique<Transfer>(*stack_);
    }
    return summand.distinct ? chains_->count(summand.fixed, part, budget)
                            : transfer_->count(summand.fixed, part, budget);
  }

  std::vector<Summand> summands_;
  std::vector<Unit> units_;
  std::vector<Shard> shards_;
  std::size_t current_ = 0;
  std::unique_ptr<Stack> stack_;
  std::unique_ptr<Transfer> transfer_;
  std::unique_ptr<Chains> chains_;
};

}   // namespace nonairo::counting
