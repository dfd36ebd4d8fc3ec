// Grids whose lines obey any automaton, over any number of symbols.
#include "../table/solver.hpp"

#include "automaton.hpp"
#include "search.hpp"

namespace nonairo {
namespace {

struct TableGrid {
  static constexpr std::array kCounters{kPropagations, kConflicts, kRestarts, kLearnt};
  TablePlan plan;

  std::size_t cells() const { return static_cast<std::size_t>(plan.puzzle().height) * plan.puzzle().width; }
  std::string allowed() const {
    std::string symbols(kAlphabet.substr(0, static_cast<std::size_t>(plan.puzzle().symbols())));
    symbols += '.';
    return symbols;
  }
  std::unique_ptr<AnySearch> begin(std::string_view cells, const Limits& limits, std::uint64_t seed) const {
    return plan.begin(std::string(cells), limits, seed);
  }
};

nb::object refute(const TableGrid& grid, nb::str cells, std::optional<double> seconds, std::uint64_t seed,
                  std::optional<std::uint64_t> memory) {
  const std::string givens(cells_of(grid, cells));
  const Refutation found =
      unlocked({seconds, {}, memory}, [&](const Limits& limits) { return grid.plan.refute(givens, limits, seed); });
  const auto* const bytes = reinterpret_cast<const char*>(found.clauses.data());
  const auto size = static_cast<Py_ssize_t>(found.clauses.size() * sizeof found.clauses[0]);
  return refuted_record.make(steal(PyBytes_FromStringAndSize(bytes, size)), found.solutions, name_of(found.limit));
}

}   // namespace

void bind_table(nb::module_& module) {
  nb::class_<TableGrid> table_grid(module, "TableGrid", "Grids whose lines obey automata given as tables.");
  table_grid.def(
      "__init__",
      [](TableGrid* self, int height, int width, int symbols, const std::vector<AutomatonTable>& rules,
         const std::vector<int>& rule_of_line, bool distinct, std::vector<std::vector<int>> more) {
        TablePuzzle puzzle{height, width, {}, rule_of_line, distinct, {}, std::move(more)};
        for (const auto& [next, accepts] : rules) {
          puzzle.rules.push_back(
              {.symbols = symbols, .start = 0, .layered = false, .next = {next}, .accepts = accepts});
        }
        new (self) TableGrid{TablePlan(std::move(puzzle))};
      },
      nb::arg("height"), nb::arg("width"), nb::arg("symbols"), nb::arg("rules"), nb::arg("rule_of_line"),
      nb::arg("distinct"), nb::arg("more") = std::vector<std::vector<int>>{},
      "Each rule is (next, accepts): next[symbols * state + symbol] is a state or -1; state 0 is"
      " the start. Lines are rows from the top, then columns from the left, then `more`: the cells of"
      " extra lines, numbered row by row.");
  bind_search(module, table_grid, "TableSearch");
  table_grid.def("refute", &refute, nb::arg("cells"), nb::arg("seconds").none(), nb::arg("seed"),
                 nb::arg("memory") = nb::none(),
                 nb::sig("def refute(self, cells: str, seconds: float | None, seed: int,"
                         " memory: int | None = None) -> Refuted"),
                 "What is learnt until no further solution is left, for a proof of that.");
}

}   // namespace nonairo
