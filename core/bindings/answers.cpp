#include "answers.hpp"

namespace nonairo {
namespace {

constexpr std::size_t kRules = 5;   // fields of a puzzle that its plan follows from

Slots<kRules + 1> puzzles;   // the rules, then the givens
Slots<3> grids;
Slots<4> stats_objects;
Slots<10> results;
nb::handle unique_status, engine_name;   // as long as the module, as the classes are
bool learnt = false;

// The rules of the last puzzle that Python has looked up, and how puzzles like it are solved. Objects kept here stay
// alive, so that their addresses are theirs.
struct Last {
  std::array<nb::object, kRules> rules;
  nb::object plan;
  Answers::Solve solve = nullptr;
};
Last* last = nullptr;   // never freed: at the end of Python nothing may be
nb::ft_mutex lasting;

}   // namespace

nb::object Answers::unique(nb::handle puzzle, nb::handle givens, nb::handle cells, nb::handle nodes,
                           nb::handle backtracks, nb::handle seconds, nb::handle counters) {
  const nb::object grid = grids.make(grids.get(givens, 0), grids.get(givens, 1), cells);
  const nb::object stats = stats_objects.make(nodes, backtracks, seconds, counters);
  const nb::object solutions = steal(PyList_New(1));
  PyList_SetItem(solutions.ptr(), 0, nb::borrow(grid).release().ptr());   // takes the reference
  return results.make(puzzle, unique_status, solutions, grid, nb::handle(Py_True), engine_name, stats,
                      nb::handle(Py_None), nb::handle(Py_None), nb::handle(Py_None));
}

void Answers::learn(nb::handle puzzle, nb::handle grid, nb::handle stats, nb::handle result, nb::handle status,
                    nb::handle engine) {
  const nb::ft_lock_guard lock(lasting);
  puzzles.bind(puzzle, {"row_rules", "col_rules", "distinct", "symbols", "more_lines", "givens"});
  grids.bind(grid, {"height", "width", "cells"});
  stats_objects.bind(stats, {"nodes", "backtracks", "seconds", "_counted"});
  results.bind(result, {"puzzle", "status", "solutions", "grid", "complete", "engine", "stats", "reason", "error",
                        "limit"});
  unique_status = nb::borrow(status).release();
  engine_name = nb::borrow(engine).release();
  learnt = true;
}

void Answers::remember(nb::handle puzzle, nb::handle plan) {
  Last found;
  for (const auto& [type, solve] : ways()) {
    if (reinterpret_cast<PyObject*>(Py_TYPE(plan.ptr())) == type) found.solve = solve;
  }
  const nb::ft_lock_guard lock(lasting);
  if (!learnt || !puzzles.is_type_of(puzzle)) return;
  if (last == nullptr) last = new Last;
  for (std::size_t k = 0; k < kRules; ++k) found.rules[k] = puzzles.get(puzzle, k);
  found.plan = nb::borrow(plan);
  std::swap(*last, found);   // what was kept before is let go after this
}

nb::object Answers::solve(nb::handle puzzle) {
  nb::object plan;
  Solve way = nullptr;
  {
    const nb::ft_lock_guard lock(lasting);
    if (last == nullptr || last->solve == nullptr || !puzzles.is_type_of(puzzle)) return nb::none();
    for (std::size_t k = 0; k < kRules; ++k) {
      if (!puzzles.get(puzzle, k).is(last->rules[k])) return nb::none();
    }
    plan = last->plan;
    way = last->solve;
  }
  const nb::object givens = puzzles.get(puzzle, kRules);
  if (!grids.is_type_of(givens)) return nb::none();
  const nb::object cells = grids.get(givens, 2);
  if (!PyUnicode_Check(cells.ptr())) return nb::none();
  return way(plan, puzzle, givens, nb::borrow<nb::str>(cells));
}

void bind_answers(nb::module_& module) {
  module.def("learn_classes", &Answers::learn, nb::arg("puzzle"), nb::arg("grid"), nb::arg("stats"), nb::arg("result"),
             nb::arg("status"), nb::arg("engine"),
             nb::sig("def learn_classes(puzzle: type, grid: type, stats: type, result: type, status: object,"
                     " engine: str) -> None"),
             "The classes of answers, and what stands in one with a single solution.");
  module.def("remember", &Answers::remember, nb::arg("puzzle"), nb::arg("plan").none(),
             "From now on, `answer` takes puzzles with the rules of this one.");
  module.def("answer", &Answers::solve, nb::arg("puzzle"),
             "A Result with one solution; or what `solve` of its plan returns; or None for a puzzle with other rules.");
}

}   // namespace nonairo
