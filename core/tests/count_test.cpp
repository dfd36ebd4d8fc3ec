// Numbers of solutions: known ones, and both ways of counting against plain enumeration.
#include "../count/count.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "cpu_seconds.hpp"

using namespace nonairo;
using counting::Word;

namespace {

using Random = std::mt19937_64;

int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

// The slow truth: cell by cell, every rule looked at with the eyes of a player.
class Enumeration {
 public:
  Enumeration(const BalancedShape& shape, const std::string& givens)
      : shape_(shape), cells_(givens.empty() ? std::string(shape.cells(), '.') : givens), givens_(cells_) {}

  std::uint64_t count(int cell = 0) {
    if (cell == shape_.cells()) return lines_differ() ? 1 : 0;
    std::uint64_t total = 0;
    for (const char symbol : {'0', '1'}) {
      if (givens_[cell] != '.' && givens_[cell] != symbol) continue;
      cells_[cell] = symbol;
      if (fits(cell)) total += count(cell + 1);
    }
    cells_[cell] = givens_[cell];
    return total;
  }

  std::string& cells() { return cells_; }

  // Fills in one solution, chosen at random; false if the cells so far have none.
  bool draw(Random& random, int cell = 0) {
    if (cell == shape_.cells()) return lines_differ();
    const char first = below(random, 2) == 0 ? '0' : '1';
    for (const char symbol : {first, first == '0' ? '1' : '0'}) {
      cells_[cell] = symbol;
      if (fits(cell) && draw(random, cell + 1)) return true;
    }
    return false;
  }

 private:
  char at(int r, int c) const { return cells_[r * shape_.width + c]; }

  bool fits(int cell) const {
    const int r = cell / shape_.width;
    const int c = cell % shape_.width;
    if (c >= 2 && at(r, c) == at(r, c - 1) && at(r, c) == at(r, c - 2)) return false;
    if (r >= 2 && at(r, c) == at(r - 1, c) && at(r, c) == at(r - 2, c)) return false;
    int row_ones = 0;
    int column_ones = 0;
    for (int k = 0; k <= c; ++k) row_ones += at(r, k) == '1';
    for (int k = 0; k <= r; ++k) column_ones += at(k, c) == '1';
    return row_ones <= shape_.row_ones && c + 1 - row_ones <= shape_.width - shape_.row_ones &&
           column_ones <= shape_.col_ones && r + 1 - column_ones <= shape_.height - shape_.col_ones;
  }

  bool lines_differ() const {
    if (!shape_.distinct) return true;
    std::vector<std::string> columns(shape_.width);
    std::vector<std::string> rows(shape_.height);
    for (int r = 0; r < shape_.height; ++r) {
      for (int c = 0; c < shape_.width; ++c) {
        rows[r] += at(r, c);
        columns[c] += at(r, c);
      }
    }
    const auto differ = [](const std::vector<std::string>& lines) {
      for (std::size_t k = 0; k < lines.size(); ++k) {
        for (std::size_t other = 0; other < k; ++other) {
          if (lines[k] == lines[other]) return false;
        }
      }
      return true;
    };
    return differ(rows) && differ(columns);
  }

  BalancedShape shape_;
  std::string cells_;
  std::string givens_;
};

Natural counted(const BalancedShape& shape, const std::string& givens = "") {
  const SolutionCount count = count_solutions(shape, givens, std::nullopt, Limits{});
  CHECK(count.exact);
  return count.value;
}

Natural searched(const BalancedShape& shape, const std::string& givens, bool& complete) {
  counting::Frontier<Word> frontier(shape, counting::read_grid<Word>(shape, givens), Limits{}.memory);
  Budget budget{Limits{}};
  if (!frontier.settle(budget)) return {};
  const Natural total = frontier.count(budget, std::nullopt, counting::kLongSearch);
  complete = !frontier.stopped();
  return total;
}

std::optional<Natural> met(const BalancedShape& shape, const std::string& givens) {
  Budget budget{Limits{}};
  const auto grid = counting::read_grid<Word>(shape, givens);
  return counting::Meeting(shape, grid).count(budget);
}

void empty_grids_have_known_numbers() {
  const auto both = [](int height, int width, std::uint64_t distinct, std::uint64_t free) {
    CHECK(counted(standard_shape(height, width)) == distinct);
    CHECK(counted(standard_shape(width, height)) == distinct);
    CHECK(counted(standard_shape(height, width, false)) == free);
    CHECK(counted(standard_shape(width, height, false)) == free);
  };
  both(2, 2, 2, 2);
  both(4, 4, 72, 90);
  both(6, 6, 4140, 11222);
  if (check::effort(false, true, true)) both(8, 8, 4111116, 12413918);
  both(2, 4, 0, 6);
  both(4, 6, 96, 642);
  both(4, 8, 0, 5238);
  both(6, 8, 51744, 229798);
  if (check::effort(false, true, true)) both(6, 10, 392208, 4996560);
  const std::uint64_t odd[][3] = {{1, 1, 1}, {3, 6, 6}, {5, 10, 34}, {7, 2662, 8908}};
  for (const auto& [side, distinct, free] : odd) {
    for (const bool more_ones : {false, true}) {
      CHECK(counted(odd_shape(static_cast<int>(side), more_ones, true)) == distinct);
      CHECK(counted(odd_shape(static_cast<int>(side), more_ones, false)) == free);
    }
  }
  if (check::effort(false, false, true)) {
    CHECK(counted(standard_shape(10, 10)) == 48183195384);
    CHECK(counted(standard_shape(10, 10, false)) == 117925227108);
  }
}

Natural of_all_shards(const BalancedShape& shape) {
  counting::Census census(shape);
  counting::Difference sum;
  for (std::size_t k = census.shards(); k-- > 0;) {   // in any order
    Budget budget{Limits{}};
    const auto shard = census.count(k, budget);
    CHECK(shard.has_value());
    sum.added += shard->added;
    sum.taken += shard->taken;
  }
  CHECK(sum.added >= sum.taken);
  sum.added -= sum.taken;
  return sum.added;
}

void shards_add_up() {
  CHECK(of_all_shards(standard_shape(6, 6)) == 4140);
  CHECK(of_all_shards(standard_shape(8, 8)) == 4111116);
  if (check::effort(false, true, true)) {
    CHECK(of_all_shards(standard_shape(8, 8, false)) == 12413918);
    CHECK(of_all_shards(odd_shape(9, true)) == 5116926);
    CHECK(of_all_shards(odd_shape(9, false)) == 5116926);
  }
  CHECK(counting::Census(odd_shape(9, true)).shards() > 5);
  for (const bool distinct : {false, true}) {
    for (int height = 4; height <= 10; height += 2) {
      for (int width = 4; width <= std::min(height, 8); width += 2) {
        const BalancedShape shape = standard_shape(height, width, distinct);
        bool complete = false;
        if (height + width > check::effort(12, 14, 18)) continue;
        CHECK(of_all_shards(shape) == searched(shape, "", complete));
        CHECK(complete);
        CHECK(of_all_shards(standard_shape(width, height, distinct)) == of_all_shards(shape));
      }
    }
  }
  CHECK(!counting::Census::takes(standard_shape(14, 14)) && !counting::Census::takes(standard_shape(2, 8)));
}

void pairs_without_a_common_row_are_counted_alike() {
  Random random(8);
  for (int each = 1; each <= 6; ++each) {
    const std::size_t words = 16;
    std::vector<Word> plane(40 * words), used(words), weight(words);
    for (Word& word : plane) word = random() & random();
    for (Word& word : used) word = random();
    for (Word& word : weight) word = random() % 100;
    std::vector<std::uint16_t> sets;
    std::vector<std::uint32_t> weights;
    for (int k = 0; k < 30; ++k) {
      for (int j = 0; j < each; ++j) sets.push_back(static_cast<std::uint16_t>(below(random, 40)));
      weights.push_back(static_cast<std::uint32_t>(below(random, 100)));
    }
    const counting::Planes planes{plane.data(), used.data(), weight.data(), words};
    CHECK(counting::sum_fitting()(planes, sets.data(), each, weights.data(), 30) ==
          counting::plain_sum_fitting()(planes, sets.data(), each, weights.data(), 30));
  }
}

void tall_grids_are_counted_by_residues() {
  for (const auto& [height, width] : {std::pair{20, 4}, {24, 4}, {16, 6}}) {
    if (height * width > check::effort(80, 100, 100)) continue;
    const BalancedShape shape = standard_shape(height, width, false);
    bool complete = false;
    CHECK(of_all_shards(shape) == searched(shape, "", complete));
    CHECK(complete);
  }
}

void givens_are_counted_as_by_enumeration() {
  Random random(6);
  const int sizes[][2] = {{2, 2}, {4, 4}, {4, 6}, {6, 4}, {6, 6}, {6, 8}, {8, 6}};
  for (int round = 0; round < check::effort(120, 120, 1000); ++round) {
    BalancedShape shape{};
    if (below(random, 4) == 0) {
      const int side = 1 + 2 * below(random, 4);
      shape = odd_shape(side, below(random, 2) == 0);
    } else {
      const auto& size = sizes[below(random, 7)];
      shape = standard_shape(size[0], size[1]);
    }
    Enumeration drawn(shape, "");
    CHECK(drawn.draw(random));
    shape.distinct = below(random, 3) != 0;
    std::string givens = drawn.cells();
    const int shown = 2 + below(random, 8);
    for (char& cell : givens) {
      if (below(random, 10) >= shown) cell = '.';
      else if (below(random, 200) == 0) cell = cell == '0' ? '1' : '0';
    }
    const std::uint64_t truth = Enumeration(shape, givens).count();
    CHECK(counted(shape, givens) == truth);
    bool complete = true;
    CHECK(searched(shape, givens, complete) == truth);
    CHECK(complete);
    if (counting::Meeting::takes(shape)) CHECK(met(shape, givens) == Natural(truth));
  }
}

void both_ways_agree_on_larger_grids() {
  Random random(7);
  for (int round = 0; round < check::effort(4, 4, 40); ++round) {
    const int width = 8 + 2 * below(random, 3);
    const BalancedShape shape = standard_shape(10, width, below(random, 2) == 0);
    Enumeration drawn(shape, "");
    drawn.draw(random);
    std::string givens = drawn.cells();
    for (char& cell : givens) {
      if (below(random, 100) < 65) cell = '.';
    }
    bool complete = false;
    const auto meeting = met(shape, givens);
    CHECK(meeting && !meeting->is_zero());
    CHECK(meeting == searched(shape, givens, complete));
    CHECK(complete);
  }
}

void numbers_outgrow_a_word() {
  // Two rows: the second is the first inverted, so grids are lines without three alike.
  const Word all = lines::low_bits<Word>(30);
  const Word legal = lines::BalancedLine<Word>(15, 15, 2).count({all, all});
  CHECK(counted(standard_shape(2, 30, false)) == legal);
  Natural sum;
  for (int k = 0; k < 100; ++k) sum.add_product(~std::uint64_t{0}, ~std::uint64_t{0});
  Natural twice = sum;
  twice += sum;
  Natural other;
  for (int k = 0; k < 200; ++k) other.add_product(~std::uint64_t{0}, ~std::uint64_t{0});
  CHECK(twice == other && sum < twice && sum.limbs().size() == 3);
  CHECK(Natural(255).hex() == "ff" && Natural().hex() == "0");
  const Natural large = counted(standard_shape(4, check::effort(24, 24, 64), false));
  CHECK(!check::effort(false, false, true) || large.hex() == "41ad750b2c5f59d4c639eebf34");
}

void limits_are_kept() {
  const BalancedShape shape = standard_shape(8, 8);
  const SolutionCount some = count_solutions(shape, "", Natural(1000), Limits{});
  CHECK(some.value == 1000 && !some.exact);
  const SolutionCount all = count_solutions(standard_shape(4, 4), "", Natural(1000), Limits{});
  CHECK(all.value == 72 && all.exact);
  const SolutionCount none = count_solutions(shape, "", Natural(0), Limits{});
  CHECK(none.value == 0 && !none.exact);

  Limits limits;
  limits.seconds = 0.05;
  for (const int side : {12, 20, 70}) {
    const double begin = cpu_seconds();
    const BalancedShape large = standard_shape(side, side);
    const SolutionCount part = count_solutions(large, "", std::nullopt, limits);
    CHECK(!part.exact);
    CHECK(cpu_seconds() - begin < 1);   // generous: sanitizers
  }
  limits = Limits{};
  limits.memory = 1 << 20;
  limits.nodes = 20000;
  CHECK(!count_solutions(standard_shape(10, 10), "", std::nullopt, limits).exact);
}

void counts_name_their_limit() {
  const int side = check::effort(10, 12, 12);
  const BalancedShape shape = standard_shape(side, side);
  const auto balanced = [&](const Limits& limits, const std::optional<Natural>& most = std::nullopt) {
    const SolutionCount count = count_solutions(shape, "", most, limits);
    CHECK(!count.exact);
    return count.limit;
  };
  CHECK(balanced({.seconds = 0}) == Limit::time);
  CHECK(balanced({.nodes = 30}) == Limit::nodes);
  CHECK(balanced({.interrupted = [](void*) { return true; }}) == Limit::interrupted);
  CHECK(balanced({}, Natural(5)) == Limit::none);   // as many as were asked for
  const SolutionCount little = count_solutions(standard_shape(6, 6), "", std::nullopt, {.memory = 100});
  CHECK(little.exact && little.limit == Limit::none);   // it takes another way, and longer
}

void too_few_lines_to_differ() {
  for (const auto& [height, width] : {std::pair{16, 6}, {40, 4}, {6, 100}, {2, 4}}) {
    CHECK(counted(standard_shape(height, width)) == 0);
  }
}

}   // namespace

int main(int argc, char** argv) {
  return check::run("count", argc, argv,
                    {TEST(empty_grids_have_known_numbers), TEST(shards_add_up),
                     TEST(pairs_without_a_common_row_are_counted_alike), TEST(tall_grids_are_counted_by_residues),
                     TEST(givens_are_counted_as_by_enumeration), TEST(both_ways_agree_on_larger_grids),
                     TEST(numbers_outgrow_a_word), TEST(limits_are_kept), TEST(counts_name_their_limit),
                     TEST(too_few_lines_to_differ)});
}
