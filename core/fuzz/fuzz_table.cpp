// Grids of any tables, of 2 to 36 symbols, one layer or one for each cell, with lines of any shape; beside the classics
// where there are two symbols, and rows and columns alone.
#include "../classics/rows.hpp"
#include "../classics/walk.hpp"
#include "../table/solver.hpp"
#include "input.hpp"

#include <numeric>

using namespace nonairo;
using fuzz::claim;

namespace {

table::Rule any_rule(fuzz::Input& input, int symbols, int length) {
  table::Rule rule{.symbols = symbols, .start = 0, .layered = input.flag(), .next = {}, .accepts = {}};
  const int layers = rule.layered ? length : 1;
  const int states = input.between(1, 5);
  const bool wrong = input.byte() == 255;   // a target that is no state: to be refused
  for (int k = 0; k < layers; ++k) {
    std::vector<int> targets;
    for (int at = 0; at < states * symbols; ++at) targets.push_back(input.between(-1, states - 1 + (wrong ? 1 : 0)));
    rule.next.push_back(std::move(targets));
  }
  for (int k = 0; k < states; ++k) rule.accepts.push_back(input.flag());
  if (wrong && input.flag()) rule.start = input.between(-1, 6);
  return rule;
}

// The cells of a line of any shape: each once, but for wrong ones, which are refused.
std::vector<int> any_cells(fuzz::Input& input, int cells) {
  std::vector<int> line;
  const bool wrong = input.byte() == 255;
  for (int number = input.between(wrong ? 0 : 1, 20); number > 0; --number) {
    const int cell = (input.byte() * 256 + input.byte()) % (wrong ? cells + 1 : cells);
    if (wrong || std::find(line.begin(), line.end(), cell) == line.end()) line.push_back(cell);
  }
  return line;
}

classics::Puzzle classic_of(const TablePuzzle& puzzle, const std::string& givens) {
  classics::Puzzle classic{puzzle.height, puzzle.width, {}, puzzle.distinct, givens};
  for (int line = 0; line < puzzle.height + puzzle.width; ++line) {
    const table::Rule& rule = puzzle.rule(line);
    lines::Automaton automaton{.start = rule.start, .next = {}, .accepts = rule.accepts};
    for (std::size_t k = 0; k < rule.next[0].size(); k += 2) {
      automaton.next.push_back({rule.next[0][k], rule.next[0][k + 1]});
    }
    classic.rules.push_back(std::make_shared<const classics::Rule>(classics::table_rule(std::move(automaton))));
  }
  classic.check();
  return classic;
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  return fuzz::tried([&] {
    const int symbols = input.byte() < 250 ? input.between(2, 4) : input.between(1, 37);
    const int height = input.side(6, symbols > 4 ? 12 : 130), width = input.side(6, height > 12 ? 8 : 130);
    const Limits limits = input.limits();
    const auto seed = static_cast<std::uint64_t>(input.byte());
    TablePuzzle puzzle{height, width, {}, {}, input.flag(), {}};
    const int own = input.between(1, 3);   // rules of rows, then as many of columns
    for (int k = 0; k < 2 * own; ++k) puzzle.rules.push_back(any_rule(input, symbols, k < own ? width : height));
    for (int k = 0; k < height; ++k) puzzle.rule_of_line.push_back(input.below(own));
    for (int k = 0; k < width; ++k) puzzle.rule_of_line.push_back(own + input.below(own));
    for (int number = symbols > 4 ? 0 : std::max(0, input.between(-2, 4)); number > 0; --number) {
      puzzle.more.push_back(any_cells(input, height * width));
      puzzle.rule_of_line.push_back(static_cast<int>(puzzle.rules.size()));
      puzzle.rules.push_back(any_rule(input, symbols, static_cast<int>(puzzle.more.back().size())));
    }
    const TablePlan plan(puzzle);
    const auto cells = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
    const std::string givens = input.cells(cells, kAlphabet.substr(0, static_cast<std::size_t>(symbols)));
    const auto check = [&](const std::string& answer) { return solves(puzzle, givens, answer); };
    const auto search = plan.begin(givens, limits, seed);
    const auto found = fuzz::collect(*search, cells, 200, check);
    const Refutation refuted = plan.refute(givens, limits, seed);
    if (found.all && refuted.limit == Limit::none) {
      claim(refuted.solutions == std::min<std::size_t>(2, found.solutions.size()), "a refutation finds as many");
    }
    const bool layered = std::any_of(puzzle.rules.begin(), puzzle.rules.end(), [](const auto& r) { return r.layered; });
    if (symbols != 2 || layered || !puzzle.more.empty() || std::max(height, width) > classics::kLongestSide) return;
    const classics::Puzzle classic = classic_of(puzzle, givens);
    classics::Walk walk(classic, {input.flag(), input.flag()}, limits);
    fuzz::compare(found, fuzz::collect(walk, cells, 200, check));
    std::vector<int> order(static_cast<std::size_t>(height));
    std::iota(order.begin(), order.end(), 0);
    classics::RowPlacer rows(classic, {order, false, input.flag()}, limits);
    fuzz::compare(found, fuzz::collect(rows, cells, 200, check));
  });
}
