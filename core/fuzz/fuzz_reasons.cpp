// Suppositions in grids of any rules, and the smallest reasons for what follows: no completion says otherwise.
#include "../probe/reasons.hpp"
#include "input.hpp"

#include <algorithm>
#include <bit>

using namespace nonairo;
using namespace nonairo::probe;
using fuzz::claim;

namespace {

constexpr int kTried = 12;   // open cells, of which every completion is tried

table::Rule any_table(fuzz::Input& input) {
  table::Rule rule{.symbols = 2, .start = 0, .layered = false, .next = {{}}, .accepts = {}};
  const int states = input.between(1, 5);
  for (int k = 0; k < 2 * states; ++k) rule.next[0].push_back(input.between(-1, states - 1));
  for (int k = 0; k < states; ++k) rule.accepts.push_back(input.flag());
  return rule;
}

template <class Bits>
std::unique_ptr<Narrow<Bits>> any_rule(fuzz::Input& input, int length, bool& exact) {
  const int ones = input.flag() ? length / 2 : input.between(0, length), longest = input.between(1, 4);
  std::vector<int> clue;
  std::string signs;
  const int sort = input.below(8);
  exact = exact && sort != 2 && sort != 3;   // patterns are seen one after the other, not all that follows
  switch (sort) {
    case 0: return std::make_unique<Silent<Bits>>();
    case 1: return std::make_unique<ByTable<Bits>>(any_table(input), static_cast<unsigned>(length));
    case 2: return std::make_unique<ByPatterns<Bits>>(length - ones, ones, longest, length);
    case 3:
      for (int k = 0; k + 1 < length; ++k) signs += "=x...."[input.below(6)];
      return std::make_unique<ByPatterns<Bits>>(length - ones, ones, longest, length, signs);
    case 4:
    case 5:
      for (int left = input.below(4); left > 0; --left) clue.push_back(input.between(0, length + 1));
      return std::make_unique<ByKernel<Bits, lines::RunsLine>>(lines::RunsLine<Bits>(clue, length));
    default:
      return std::make_unique<ByKernel<Bits, lines::BalancedLine>>(
          lines::BalancedLine<Bits>(length - ones, ones, longest));
  }
}

Supposed any_supposition(fuzz::Input& input, int lines, int height, int width) {
  const int line = input.below(lines), k = input.below(line < height ? width : height);
  return {Place{line, k}, input.below(2), input.flag() ? kEndless : input.below(4)};
}

// Whether a finished grid obeys the rules of some lines.
template <class Bits>
bool obeys(const Board<Bits>& board, const State<Bits>& full, const typename Prober<Bits>::Set& lines) {
  Scratch scratch;
  bool fine = true;
  for_each_bit(lines, [&](int line) {
    Masks<Bits> masks = full[static_cast<std::size_t>(line)];
    fine = fine && board.narrow[static_cast<std::size_t>(line)]->narrow(masks, scratch);
    if (!fine || !board.distinct) return;
    const auto [first, last] = board.parallels(line);
    for (int twin = first; twin < last; ++twin) {
      const bool used = lines.test(static_cast<unsigned>(twin));
      if (twin != line && used && full[static_cast<std::size_t>(twin)] == masks) fine = false;
    }
  });
  return fine;
}

template <class Bits>
std::size_t cell_of(const Board<Bits>& board, Place at) {
  const Place row = at.line < board.height ? at : board.crossing(at.line, at.k);
  return static_cast<std::size_t>(row.line) * static_cast<std::size_t>(board.width) + static_cast<std::size_t>(row.k);
}

// Every completion of the cells, with what is supposed, breaks a rule of the lines; or has the goal.
template <class Bits>
void check_reason(const Board<Bits>& board, const Basis<Bits>& basis, const Supposed& supposed,
                  const std::optional<Supposed>& goal) {
  const auto cell = [&](Place at) { return cell_of(board, at); };
  std::string cells = basis.cells;
  const char symbol = supposed.symbol == 1 ? '1' : '0';
  if (cells[cell(supposed.at)] != '.' && cells[cell(supposed.at)] != symbol) return;
  cells[cell(supposed.at)] = symbol;
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    if (cells[k] == '.') open.push_back(k);
  }
  if (static_cast<int>(open.size()) > kTried) return;
  for (unsigned way = 0; way < 1u << open.size(); ++way) {
    for (std::size_t k = 0; k < open.size(); ++k) cells[open[k]] = (way >> k & 1) != 0 ? '1' : '0';
    if (!obeys(board, board.read(cells), basis.lines)) continue;
    claim(goal && cells[cell(goal->at)] == (goal->symbol == 1 ? '1' : '0'), "a reason is one");
  }
}

template <class Bits>
void check_board(fuzz::Input& input, int height, int width) {
  Board<Bits> board;
  board.height = height, board.width = width, board.distinct = input.flag();
  const bool alike = input.flag();   // one sort of line, else any
  const fuzz::Input rules = input;
  bool exact = true;
  for (int line = 0; line < board.lines(); ++line) {
    if (alike) input = rules;
    board.narrow.push_back(any_rule<Bits>(input, board.length(line), exact));
  }
  const std::string cells = input.cells(static_cast<std::size_t>(height) * static_cast<std::size_t>(width), "01");
  Limits limits = input.limits();
  limits.nodes = Limits{}.nodes;
  std::vector<Supposed> supposed;
  for (int left = input.between(1, 2); left > 0; --left) {
    supposed.push_back(any_supposition(input, board.lines(), height, width));
  }
  std::optional<Supposed> goal;
  if (input.flag()) goal = any_supposition(input, board.lines(), height, width);
  const auto open = [&](const Supposed& each) { return cells[cell_of(board, each.at)] == '.'; };
  if (!std::ranges::all_of(supposed, open) || (goal && !open(*goal))) return;   // nobody asks that
  const auto reason = followed(board, cells, supposed, goal, input.flag(), input.flag(), limits);
  if (!reason) return;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    claim(reason->cells[k] == '.' || reason->cells[k] == cells[k], "a reason has cells of the grid");
  }
  for (const Supposed& each : supposed) check_reason(board, *reason, each, goal);
  if (!exact) return;
  Supposed excluded = supposed[0];
  if (excluded.at.line >= board.height) excluded.at = board.crossing(excluded.at.line, excluded.at.k);
  const auto part = irreducible(board, *reason, excluded, limits);
  if (part) check_reason(board, *part, excluded, {});
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  return fuzz::tried([&] {
    const int height = input.side(5, 66), width = input.side(5, height > 20 ? 20 : 130);
    if (std::max(height, width) <= 64 && !input.flag()) {
      check_board<Word>(input, height, width);
    } else if (std::max(height, width) <= 128) {
      check_board<Words<2>>(input, height, width);
    } else {
      check_board<Words<8>>(input, height, width);
    }
  });
}
