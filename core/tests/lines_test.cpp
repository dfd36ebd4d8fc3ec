// The line kernels against brute force, against a plain automaton, against a table of cases, and against themselves in
// other widths.
#include "../lines/balanced.hpp"
#include "../lines/bits.hpp"
#include "../lines/needless.hpp"
#include "../lines/runs.hpp"
#include "check.hpp"
#include "line_cases.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace nonairo;
using namespace nonairo::lines;

namespace {

using Clue = std::vector<int>;
using Random = std::mt19937_64;

int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

Clue clue_of(Word line, int length) {
  Clue clue;
  for (int k = 0; k < length; ++k) {
    if (!has(line, k)) continue;
    if (k > 0 && has(line, k - 1)) ++clue.back();
    else clue.push_back(1);
  }
  return clue;
}

int longest_run(Word line, int length) {
  int longest = 0;
  for (int k = 0, run = 0; k < length; ++k) {
    run = k > 0 && has(line, k) == has(line, k - 1) ? run + 1 : 1;
    longest = std::max(longest, run);
  }
  return longest;
}

// Squeeze and count from the list of all lines that the rule allows.
template <class Line>
void compare_with_list(const Line& rule, const std::vector<Word>& legal, Masks<Word> line) {
  Masks<Word> seen{0, 0};
  Word count = 0;
  const Word all = low_bits<Word>(rule.length());
  for (const Word filled : legal) {
    if ((filled & ~line.can[1]) != 0 || (~filled & all & ~line.can[0]) != 0) continue;
    seen.can[1] |= filled;
    seen.can[0] |= ~filled & all;
    ++count;
  }
  const auto squeezed = rule.squeeze(line);
  CHECK(squeezed.has_value() == (count > 0));
  if (squeezed) CHECK(*squeezed == seen);
  CHECK(rule.count(line) == count);
}

// Every partly filled line, cells that can be nothing included where lines are short.
void for_each_line(int length, const std::function<void(Masks<Word>)>& visit) {
  const Word all = low_bits<Word>(length);
  for (Word can1 = 0; can1 <= all; ++can1) {
    const Word must_zero = all & ~can1;
    const Word free = length <= 6 ? all : can1;
    for (Word zero = free;; zero = (zero - 1) & free) {
      visit({length <= 6 ? zero : must_zero | zero, can1});
      if (zero == 0) break;
    }
  }
}

std::vector<Word> lines_where(int length, const std::function<bool(Word)>& legal) {
  std::vector<Word> lines;
  for (Word line = 0; line <= low_bits<Word>(length); ++line) {
    if (legal(line)) lines.push_back(line);
  }
  return lines;
}

template <int N>
Masks<Words<N>> widen(const Masks<Words<16>>& line) {
  Masks<Words<N>> wide{Words<N>{0}, Words<N>{0}};
  for (int k = 0; k < N; ++k) {
    wide.can[1].word[k] = line.can[1].word[k];
    wide.can[0].word[k] = line.can[0].word[k];
  }
  return wide;
}
Masks<Word> narrow(const Masks<Words<16>>& line) { return {line.can[0].word[0], line.can[1].word[0]}; }

Words<16> widen(const Word& bits) { return Words<16>{bits}; }
template <int N>
Words<16> widen(const Words<N>& bits) {
  Words<16> wide{0};
  for (int k = 0; k < N; ++k) wide.word[k] = bits.word[k];
  return wide;
}

struct Answer {
  bool possible;
  Masks<Words<16>> line;
  Words<16> count;
  friend bool operator==(const Answer&, const Answer&) = default;
};

template <class Line, class Bits>
Answer ask(const Line& rule, const Masks<Bits>& line) {
  const auto squeezed = rule.squeeze(line);
  Answer answer{squeezed.has_value(), {Words<16>{0}, Words<16>{0}}, widen(rule.count(line))};
  if (squeezed) answer.line = {widen(squeezed->can[0]), widen(squeezed->can[1])};
  return answer;
}

// The slow truth: an automaton stepped cell by cell, states in ordered sets.
using State = std::tuple<int, int, int>;

struct SlowRule {
  State start;
  std::function<bool(State&, bool)> step;
  std::function<bool(const State&)> accepts;
};

SlowRule runs_automaton(const Clue& clue) {
  // blocks begun, cells of the current one, unused
  return {{0, 0, 0},
          [clue](State& state, bool one) {
            auto& [begun, cells, unused] = state;
            if (one) {
              if (cells == 0) ++begun;
              ++cells;
              return begun <= static_cast<int>(clue.size()) && cells <= clue[begun - 1];
            }
            if (cells != 0 && cells != clue[begun - 1]) return false;
            cells = 0;
            return true;
          },
          [clue](const State& state) {
            const auto& [begun, cells, unused] = state;
            return begun == static_cast<int>(clue.size()) && (cells == 0 || cells == clue.back());
          }};
}

SlowRule balanced_automaton(int ones, int longest) {
  // ones read, last symbol, length of the run
  return {{0, -1, 0},
          [=](State& state, bool one) {
            auto& [read, last, run] = state;
            read += one;
            run = last == static_cast<int>(one) ? run + 1 : 1;
            last = one;
            return read <= ones && run <= longest;
          },
          [=](const State& state) { return std::get<0>(state) == ones; }};
}

Answer ask_automaton(const SlowRule& rule, const Masks<Words<16>>& line, int length) {
  std::vector<std::map<State, Words<16>>> from_left(length + 1);
  from_left[0][rule.start] = Words<16>{1};
  for (int k = 0; k < length; ++k) {
    for (const auto& [state, ways] : from_left[k]) {
      for (const bool one : {false, true}) {
        State next = state;
        if (!has(one ? line.can[1] : line.can[0], k) || !rule.step(next, one)) continue;
        from_left[k + 1].try_emplace(next, Words<16>{0}).first->second += ways;
      }
    }
  }
  Answer answer{false, {Words<16>{0}, Words<16>{0}}, Words<16>{0}};
  std::set<State> alive;
  for (const auto& [state, ways] : from_left[length]) {
    if (!rule.accepts(state)) continue;
    alive.insert(state);
    answer.count += ways;
    answer.possible = true;
  }
  for (int k = length - 1; k >= 0; --k) {
    std::set<State> before;
    for (const auto& [state, ways] : from_left[k]) {
      for (const bool one : {false, true}) {
        State next = state;
        if (!has(one ? line.can[1] : line.can[0], k) || !rule.step(next, one)) continue;
        if (!alive.contains(next)) continue;
        before.insert(state);
        (one ? answer.line.can[1] : answer.line.can[0]) |= Words<16>{1} << k;
      }
    }
    alive = before;
  }
  return answer;
}

// A random line to complete: a hidden one that obeys, some of its cells shown, now and then
// one of them wrong.
Masks<Words<16>> hide(Random& random, const std::vector<bool>& hidden) {
  const int length = static_cast<int>(hidden.size());
  const int shown = below(random, 100);
  Masks<Words<16>> line{low_bits<Words<16>>(length), low_bits<Words<16>>(length)};
  for (int k = 0; k < length; ++k) {
    if (below(random, 100) >= shown) continue;
    const bool wrong = below(random, 8 * length) == 0;
    auto& mask = hidden[k] != wrong ? line.can[0] : line.can[1];
    mask = mask & ~(Words<16>{1} << k);
  }
  return line;
}

template <template <class> class Line, class... Rule>
void compare_widths(const SlowRule& automaton, const Masks<Words<16>>& line, int length, const Rule&... rule) {
  const Answer truth = ask_automaton(automaton, line, length);
  if (length <= 64) CHECK(ask(Line<Word>(rule...), narrow(line)) == truth);
  if (length <= 128) CHECK(ask(Line<Words<2>>(rule...), widen<2>(line)) == truth);
  if (length <= 512) CHECK(ask(Line<Words<8>>(rule...), widen<8>(line)) == truth);
  CHECK(ask(Line<Words<16>>(rule...), line) == truth);
}

int random_length(Random& random) {
  const int sizes[] = {5, 20, 63, 64, 65, 127, 128, 129, 200};
  const int size = sizes[below(random, 9)];
  return below(random, 2) == 0 ? size : 1 + below(random, size);
}

void runs_equal_brute_force_for_every_short_line() {
  for (int length = 0; length <= check::effort(8, 10, 10); ++length) {
    std::map<Clue, std::vector<Word>> lines;
    for (Word line = 0; line <= low_bits<Word>(length); ++line) {
      lines[clue_of(line, length)].push_back(line);
    }
    for (const auto& [clue, legal] : lines) {
      const RunsLine<Word> rule(clue, length);
      for_each_line(length, [&rule, &legal = legal](Masks<Word> line) { compare_with_list(rule, legal, line); });
    }
  }
}

void balanced_equals_brute_force_for_every_short_line() {
  for (int length = 0; length <= check::effort(8, 10, 10); ++length) {
    for (int ones = 0; ones <= length; ++ones) {
      // All lengths of runs where lines are short, the usual rule for the longest.
      const int most = length <= check::effort(8, 8, 10) ? length + 1 : 2;
      for (int longest = 1; longest <= most; ++longest) {
        const auto legal = lines_where(
            length, [&](Word line) { return std::popcount(line) == ones && longest_run(line, length) <= longest; });
        const BalancedLine<Word> rule(length - ones, ones, longest);
        for_each_line(length, [&](Masks<Word> line) { compare_with_list(rule, legal, line); });
      }
    }
  }
}

void a_clue_that_cannot_fit_has_no_completion() {
  const Masks<Word> blank{low_bits<Word>(5), low_bits<Word>(5)};
  for (const Clue& clue : {Clue{6}, Clue{3, 2}, Clue{1, 1, 1, 1}, Clue{1000000000}, Clue{1000000000, 1000000000}}) {
    const RunsLine<Word> rule(clue, 5);
    CHECK(!rule.squeeze(blank));
    CHECK(rule.count(blank) == 0);
  }
}

void runs_of_any_width_equal_the_automaton() {
  Random random(1);
  for (int round = 0; round < check::effort(100, 400, 3000); ++round) {
    const int length = random_length(random);
    std::vector<bool> hidden(length);
    const int change = 1 + below(random, 10);   // long blocks and short ones
    for (int k = 1; k < length; ++k) hidden[k] = hidden[k - 1] != (below(random, change + 1) == 0);
    Clue clue;
    for (int k = 0; k < length; ++k) {
      if (!hidden[k]) continue;
      if (k > 0 && hidden[k - 1]) ++clue.back();
      else clue.push_back(1);
    }
    const auto line = hide(random, hidden);
    compare_widths<RunsLine>(runs_automaton(clue), line, length, clue, length);
  }
}

void balanced_of_any_width_equals_the_automaton() {
  Random random(2);
  for (int round = 0; round < check::effort(60, 300, 3000); ++round) {
    const int length = random_length(random);
    const int longest = below(random, 4) == 0 ? 1 + below(random, length) : 2 + below(random, 2);
    std::vector<bool> hidden(length);
    for (int k = 0, run = 0; k < length; ++k) {
      const bool last = k > 0 && hidden[k - 1];
      hidden[k] = run >= longest ? !last : below(random, 2) == 0;
      run = k > 0 && hidden[k] == last ? run + 1 : 1;
    }
    int ones = 0;
    for (const bool one : hidden) ones += one;
    const auto line = hide(random, hidden);
    compare_widths<BalancedLine>(balanced_automaton(ones, longest), line, length, length - ones, ones, longest);
  }
}

void the_number_of_balanced_lines_is_known() {
  const Word known[] = {1, 2, 6, 14, 34, 84, 208, 518, 1296, 3254, 8196};
  for (int half = 0; half <= 10; ++half) {
    const Word all = low_bits<Word>(2 * half);
    CHECK(BalancedLine<Word>(half, half, 2).count({all, all}) == known[half]);
  }
}

void lines_of_512_cells_are_counted_exactly() {
  // Without a bound on the runs the lines are the subsets: Pascal's triangle.
  std::vector<Words<8>> row(513, Words<8>{0});
  row[0] = Words<8>{1};
  for (int n = 1; n <= 512; ++n) {
    for (int k = n; k > 0; --k) row[k] += row[k - 1];
  }
  const Masks<Words<8>> blank{low_bits<Words<8>>(512), low_bits<Words<8>>(512)};
  CHECK(BalancedLine<Words<8>>(256, 256, 512).count(blank) == row[256]);
  CHECK(BalancedLine<Words<8>>(500, 12, 512).count(blank) == row[12]);
  // Blocks of one cell, 100 of them in 512 cells: choose 100 of 413 places.
  std::vector<Words<8>> places(414, Words<8>{0});
  places[0] = Words<8>{1};
  for (int n = 1; n <= 413; ++n) {
    for (int k = n; k > 0; --k) places[k] += places[k - 1];
  }
  CHECK(RunsLine<Words<8>>(Clue(100, 1), 512).count(blank) == places[100]);
  CHECK(RunsLine<Words<8>>(Clue(100, 1), 512).squeeze(blank) == blank);
  CHECK(BalancedLine<Words<8>>(256, 256, 2).squeeze(blank) == blank);
}

// Nothing that is barred comes back, and it does when any one cell more is unknown.
template <class Line>
void check_needless(const Line& rule, const Masks<Word>& line) {
  const auto squeezed = rule.squeeze(line);
  if (!squeezed) return;
  const Masks<Word> barred{line.can[0] & ~squeezed->can[0], line.can[1] & ~squeezed->can[1]};
  std::vector<int> known;
  for (int k = 0; k < rule.length(); ++k) {
    if (has(line.can[0], k) != has(line.can[1], k)) known.push_back(k);
  }
  const auto follows = [&](const std::vector<int>& unknown) {
    Masks<Word> less = line;
    for (const int k : unknown) {
      set_bit(less.can[0], k);
      set_bit(less.can[1], k);
    }
    const auto left = rule.squeeze(less);
    return left && !any((left->can[0] & barred.can[0]) | (left->can[1] & barred.can[1]));
  };
  std::vector<int> gone = needless(rule, line, known, barred);
  CHECK(follows(gone));
  for (const int k : known) {
    if (std::ranges::find(gone, k) != gone.end()) continue;
    gone.push_back(k);
    CHECK(!follows(gone));
    gone.pop_back();
  }
}

void cells_that_are_not_needed_are_found() {
  Random random(11);
  for (int tries = 0; tries < 300; ++tries) {
    const int length = 2 * (2 + below(random, 7));
    const Word filled = random() & low_bits<Word>(length), hidden = random() & random();
    const Word all = low_bits<Word>(length);
    const Masks<Word> line{(~filled | hidden) & all, (filled | hidden) & all};
    check_needless(RunsLine<Word>(clue_of(filled, length), length), line);
    const int ones = std::popcount(filled);
    check_needless(BalancedLine<Word>(length - ones, ones, longest_run(filled, length)), line);
  }
}

}   // namespace

int main(int argc, char** argv) {
  return check::run(
      "lines", argc, argv,
      {TEST(runs_equal_brute_force_for_every_short_line), TEST(balanced_equals_brute_force_for_every_short_line),
       TEST(a_clue_that_cannot_fit_has_no_completion), TEST(runs_of_any_width_equal_the_automaton),
       TEST(balanced_of_any_width_equals_the_automaton), TEST(the_number_of_balanced_lines_is_known),
       TEST(lines_of_512_cells_are_counted_exactly), TEST(cells_that_are_not_needed_are_found),
       TEST(line_cases::every_kernel_agrees_with_the_table)});
}
