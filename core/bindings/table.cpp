// Grids whose lines obey any automaton.
#include "../table/search.hpp"

#include "automaton.hpp"
#include "search.hpp"

namespace nonairo {
namespace {

struct TableGrid {
  static constexpr std::array<Counter, 0> kCounters{};
  TablePuzzle puzzle;

  std::size_t cells() const { return static_cast<std::size_t>(puzzle.height) * puzzle.width; }
  std::unique_ptr<AnySearch> begin(std::string_view cells, const Limits& limits, std::uint64_t) const {
    TablePuzzle given = puzzle;
    given.givens = cells;
    return begin_table(std::move(given), limits);
  }
};

}  // namespace

void bind_table(nb::module_& module) {
  nb::class_<TableGrid> table_grid(
      module, "TableGrid", "Grids whose lines obey automata given as tables.");
  table_grid.def("__init__",
                 [](TableGrid* self, int height, int width, const std::vector<AutomatonTable>& rules,
                    const std::vector<int>& rule_of_line, bool distinct) {
                   TablePuzzle puzzle;
                   puzzle.height = height;
                   puzzle.width = width;
                   puzzle.distinct = distinct;
                   puzzle.rule_of_line = rule_of_line;
                   for (const AutomatonTable& table : rules) puzzle.rules.push_back(automaton_of(table));
                   puzzle.check();
                   new (self) TableGrid{std::move(puzzle)};
                 },
                 nb::arg("height"), nb::arg("width"), nb::arg("rules"), nb::arg("rule_of_line"),
                 nb::arg("distinct"),
                 "Each rule is (next, accepts): next[2 * state + symbol] is a state or -1; state 0 is"
                 " the start. Lines are rows from the top, then columns from the left.");
  bind_search(module, table_grid, "TableSearch");
}

}  // namespace nonairo
