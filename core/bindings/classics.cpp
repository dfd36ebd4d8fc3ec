// The twins of the classic engines: their searches, with all their counters.
#include "../classics/rows.hpp"
#include "../classics/walk.hpp"

#include "automaton.hpp"
#include "search.hpp"

namespace nonairo {
namespace {

using classics::Checks;
using classics::Rule;

// A rule by itself; immutable, so that puzzles and threads share it.
struct SharedRule {
  std::shared_ptr<const Rule> rule;
  explicit SharedRule(Rule made) : rule(std::make_shared<const Rule>(std::move(made))) {}
};

classics::Puzzle puzzle_of(int height, int width, const std::vector<SharedRule>& rules, bool distinct) {
  classics::Puzzle puzzle{height, width, {}, distinct, {}};
  for (const SharedRule& shared : rules) puzzle.rules.push_back(shared.rule);
  puzzle.check();
  return puzzle;
}

struct ClassicGrid {
  classics::Puzzle puzzle;

  std::size_t cells() const { return static_cast<std::size_t>(puzzle.height) * puzzle.width; }

  classics::Puzzle with(std::string_view cells) const {
    classics::Puzzle given = puzzle;
    given.givens = cells;
    return given;
  }
};

void note(nb::dict& counters, const std::string& whose, const Checks& checks) {
  const auto put = [&](const char* name, std::uint64_t number) { counters[(whose + name).c_str()] = number; };
  put("check.count", checks.count);
  put("check.adjacent", checks.adjacent);
  put("check.adjacent.cells", checks.adjacent_cells);
  put("check.prefix", checks.prefix);
  put("check.prefix.cells", checks.prefix_cells);
  put("check.distinct", checks.distinct);
  put("check.distinct.cells", checks.distinct_cells);
  put("check.distinct.compared", checks.compared);
  put("check.distinct.reads", checks.reads);
  put("check.ahead", checks.ahead);
}

struct WalkGrid : ClassicGrid {
  classics::Walk::Options options;

  std::unique_ptr<AnySearch> begin(std::string_view cells, const Limits& limits, std::uint64_t) const {
    return std::make_unique<classics::Walk>(with(cells), options, limits);
  }

  static nb::dict counters_of(const AnySearch& search) {
    const auto& walk = static_cast<const classics::Walk&>(search);
    nb::dict counters;
    counters["empty"] = walk.empty();
    counters["visited"] = walk.visited();
    note(counters, "", walk.checks());
    counters["backtracks"] = walk.stats().backtracks;
    note(counters, "givens.", walk.checks_of_givens());
    return counters;
  }
};

struct RowsGrid : ClassicGrid {
  classics::RowPlacer::Options options;

  std::unique_ptr<AnySearch> begin(std::string_view cells, const Limits& limits, std::uint64_t) const {
    return std::make_unique<classics::RowPlacer>(with(cells), options, limits);
  }

  static nb::dict counters_of(const AnySearch& search) {
    const auto& rows = static_cast<const classics::RowPlacer&>(search);
    nb::dict counters;
    counters["successors"] = rows.successors();
    counters["successors.per_row"] = nb::cast(rows.per_row());
    counters["valid"] = rows.valid();
    counters["rejected"] = rows.rejected();
    counters["goal_checks"] = rows.goal_checks();
    counters["cells_read"] = rows.cells_read();
    return counters;
  }
};

}   // namespace

void bind_classics(nb::module_& module) {
  nb::class_<SharedRule>(module, "ClassicRule", "The rule of a line, for the twins of the classics.")
      .def_static(
          "balanced",
          [](int zeros, int ones, int longest) { return SharedRule(classics::balanced_rule(zeros, ones, longest)); },
          nb::arg("zeros"), nb::arg("ones"), nb::arg("longest"))
      .def_static(
          "runs", [](std::vector<int> clue) { return SharedRule(classics::runs_rule(std::move(clue))); },
          nb::arg("clue"))
      .def_static(
          "table", [](const AutomatonTable& table) { return SharedRule(classics::table_rule(automaton_of(table))); },
          nb::arg("table"), "next[2 * state + symbol] is a state or -1, and which states may end a line.");

  nb::class_<WalkGrid> walk(module, "WalkGrid", "Grids for the cell walker.");
  walk.def(
      "__init__",
      [](WalkGrid* self, int height, int width, const std::vector<SharedRule>& rules, bool distinct, bool constrained,
         bool early) { new (self) WalkGrid{{puzzle_of(height, width, rules, distinct)}, {constrained, early}}; },
      nb::arg("height"), nb::arg("width"), nb::arg("rules"), nb::arg("distinct"), nb::arg("constrained"),
      nb::arg("early"), "Rules are those of the rows from the top, then of the columns from the left.");
  bind_stream(module, walk, "WalkSearch");

  nb::class_<RowsGrid> rows(module, "RowsGrid", "Grids for the row backtracker.");
  rows.def(
      "__init__",
      [](RowsGrid* self, int height, int width, const std::vector<SharedRule>& rules, bool distinct,
         std::vector<int> order, bool gaps, bool early) {
        new (self) RowsGrid{{puzzle_of(height, width, rules, distinct)}, {std::move(order), gaps, early}};
      },
      nb::arg("height"), nb::arg("width"), nb::arg("rules"), nb::arg("distinct"), nb::arg("order"), nb::arg("gaps"),
      nb::arg("early"), "Rules as for WalkGrid; order: the rows as they are placed; gaps: not from the top down.");
  bind_stream(module, rows, "RowsSearch");
}

}   // namespace nonairo
