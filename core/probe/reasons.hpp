// Why a cell follows: some lines and known cells, of which none can be left out. Written after
// techniques/shared/reasons.py, which is its specification.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../learn/engine.hpp"
#include "../leave_out.hpp"
#include "prober.hpp"
#include "switched_lines.hpp"

namespace nonairo::probe {

template <LineBits Bits>
struct Basis {
  LineSet<Bits> lines{};
  std::string cells;
};

// A symbol in a cell that is open.
struct Supposed {
  Place at;
  int symbol;
  int most = kEndless;   // rounds
};

// Leaves out the lines without which a basis still holds, the first ones rather than the last.
template <LineBits Bits, class Holds>
void leave_out_lines(Basis<Bits>& basis, Holds&& holds) {
  std::vector<int> lines;
  for_each_bit(basis.lines, [&](int line) { lines.push_back(line); });
  leave_out(0, lines.size(), [&](std::size_t from, std::size_t to) {
    Basis<Bits> fewer = basis;
    for (std::size_t i = from; i < to; ++i) fewer.lines.clear(static_cast<unsigned>(lines[i]));
    if (!holds(fewer)) return false;
    basis = std::move(fewer);
    return true;
  });
}

// The same for its cells.
template <LineBits Bits, class Holds>
void leave_out_cells(const Board<Bits>& board, Basis<Bits>& basis, Holds&& holds) {
  std::vector<std::size_t> known;
  const auto used = [&](int line) { return basis.lines.test(static_cast<unsigned>(line)); };
  for (std::size_t k = 0; k < basis.cells.size(); ++k) {
    const int row = static_cast<int>(k) / board.width, col = static_cast<int>(k) % board.width;
    if (!used(row) && !used(board.height + col)) basis.cells[k] = '.';
    if (basis.cells[k] != '.') known.push_back(k);
  }
  leave_out(0, known.size(), [&](std::size_t from, std::size_t to) {
    Basis<Bits> fewer = basis;
    for (std::size_t i = from; i < to; ++i) fewer.cells[known[i]] = '.';
    if (!holds(fewer)) return false;
    basis = std::move(fewer);
    return true;
  });
}

// What a person can follow: in so many rounds (of which `edges` restrict the lines, see Prober::edge) each supposition
// breaks a rule, or decides the goal if there is one. Nothing: all lines and cells are not enough. With `lines_only`
// all cells are kept.
template <LineBits Bits>
std::optional<Basis<Bits>> followed(const Board<Bits>& board, std::string cells, const std::vector<Supposed>& supposed,
                                    const std::optional<Supposed>& goal, bool edges, bool lines_only,
                                    const Limits& limits) {
  Basis<Bits> whole{LineSet<Bits>::first(static_cast<unsigned>(board.lines())), std::move(cells)};
  Prober<Bits> prober(board, whole.cells, limits);
  std::string now = whole.cells;
  LineSet<Bits> read{};
  const auto shown = [&](const Basis<Bits>& basis) {
    if (basis.cells != now) prober.restart(now = basis.cells);
    prober.use_only(basis.lines);
    for (const auto& [at, symbol, most] : supposed) {
      const auto stages = prober.edge(at.line);
      const auto trial = prober.probe(at, symbol, most, edges ? &stages : nullptr);
      if (prober.stopped()) return false;
      read |= trial.touched;
      if (!trial.alive()) continue;
      if (!goal) return false;
      const Masks<Bits>& line = prober.state()[static_cast<std::size_t>(goal->at.line)];
      if (has(line.can[1 - goal->symbol], goal->at.k)) return false;
    }
    return true;
  };
  if (!shown(whole)) return {};
  whole.lines &= read;
  leave_out_lines(whole, shown);
  if (!lines_only) leave_out_cells(board, whole, shown);
  return whole;
}

inline constexpr std::uint64_t kConflicts = 1000;   // of the engine, to answer one question
inline constexpr std::uint64_t kConflictsInAll = 20'000;

// What leaves no way for a symbol in an open cell of a row, however hard that is to see. Nothing: the whole leaves one.
// What takes too many conflicts, or is not decided in time, counts as needed.
template <LineBits Bits>
std::optional<Basis<Bits>> irreducible(const Board<Bits>& board, const Basis<Bits>& whole, const Supposed& excluded,
                                       const Limits& limits) {
  Budget budget(limits);
  std::vector<int> assumed{excluded.at.line * board.width + excluded.at.k};
  for (std::size_t k = 0; k < whole.cells.size(); ++k) {
    if (whole.cells[k] != '.') assumed.push_back(static_cast<int>(k));
  }
  SwitchedLines<Bits> rules(board, budget, whole.lines, assumed);
  Engine<SwitchedLines<Bits>> engine(rules, rules.variables(), budget);
  std::vector<Literal> assumptions;
  std::vector<Basis<Bits>> broken;   // by each solution that was found: the lines and cells of the whole
  const auto solved = [&](const Basis<Bits>& basis, const Basis<Bits>& missed) {
    if ((basis.lines & missed.lines).any()) return false;
    for (std::size_t v = 1; v < assumed.size(); ++v) {
      const auto k = static_cast<std::size_t>(assumed[v]);
      if (basis.cells[k] != '.' && missed.cells[k] != '.') return false;
    }
    return true;
  };
  const auto note_broken = [&] {
    auto& missed = broken.emplace_back(whole.lines, whole.cells);
    for_each_bit(whole.lines, [&](int line) {
      if (rules.holds_in(line)) missed.lines.clear(static_cast<unsigned>(line));
    });
    for (Variable v = 1; v < assumed.size(); ++v) {
      char& known = missed.cells[static_cast<std::size_t>(assumed[v])];
      if (known != '.' && engine.trail().is_true({v, known == '1'})) known = '.';
    }
  };
  const auto follows = [&](const Basis<Bits>& basis) {
    // A solution breaks only what it was allowed to, most often far less: it answers many questions.
    if (std::ranges::any_of(broken, [&](const auto& missed) { return solved(basis, missed); })) return false;
    if (engine.stats().conflicts > kConflictsInAll) return false;
    assumptions.clear();
    for (std::size_t i = 0; i < rules.lines().size(); ++i) {
      assumptions.push_back(rules.switched(i, basis.lines.test(static_cast<unsigned>(rules.lines()[i]))));
    }
    assumptions.emplace_back(Variable{0}, excluded.symbol == 1);   // variables are in the order of `assumed`
    for (Variable v = 1; v < assumed.size(); ++v) {
      const char known = basis.cells[static_cast<std::size_t>(assumed[v])];
      if (known != '.') assumptions.emplace_back(v, known == '1');
    }
    engine.assume(assumptions);
    const Found found = engine.run(kConflicts);
    if (found == Found::solution) note_broken();
    return found == Found::nothing_left;
  };
  if (!follows(whole)) return {};
  Basis<Bits> least = whole;
  leave_out_lines(least, follows);
  leave_out_cells(board, least, follows);
  return least;
}

}   // namespace nonairo::probe
