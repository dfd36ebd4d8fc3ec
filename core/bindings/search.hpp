// Solutions one after the other, and their number: the same for every rule.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../count/natural.hpp"
#include "records.hpp"

namespace nonairo {

enum class Outcome { running, exhausted, limit, failed };
using Counts = std::vector<std::pair<const char*, std::uint64_t>>;

inline nb::dict counters_of(const Counts& counts) {
  nb::dict counters;
  for (const auto& [name, number] : counts) counters[name] = number;
  return counters;
}

// What the searches of all rules have in common, seen from Python: one solution after the other.
template <class Kind>
class Search {
 public:
  Search(const Kind& kind, std::string_view cells, std::optional<double> seconds,
         std::optional<std::uint64_t> nodes, std::uint64_t seed)
      : signals_(std::make_unique<Signals>()),
        search_(kind.begin(cells, limits_of(seconds, nodes, *signals_), seed)),
        solution_(kind.cells(), '.') {}

  // The next solution, or None: see outcome.
  nb::object next() {
    return advance() ? written(solution_) : nb::none();
  }

  bool advance() {
    bool found = false;
    {
      const nb::gil_scoped_release no_gil;
      found = search_.next(solution_.data());
    }
    if (signals_->raised()) throw nb::python_error();
    if (search_.outcome() == Outcome::failed) {
      throw std::runtime_error("the core found a wrong solution: please report the puzzle");
    }
    return found;
  }

  const std::string& solution() const { return solution_; }
  Outcome state() const { return search_.outcome(); }
  nb::object outcome() const { return steal(PyUnicode_InternFromString(name_of(search_.outcome()))); }
  nb::object limit() const { return nonairo::name_of(search_.limit()); }
  std::uint64_t nodes() const { return search_.nodes(); }
  std::uint64_t backtracks() const { return search_.backtracks(); }
  nb::dict counters() const { return counters_of(search_.counts()); }

  // The cells that all solutions share, as far as the root of the search knows.
  nb::object proved() {
    std::string cells(solution_.size(), '.');
    search_.proved(cells.data());
    return written(cells);
  }

 private:
  static const char* name_of(Outcome outcome) {
    switch (outcome) {
      case Outcome::running: return "running";
      case Outcome::exhausted: return "exhausted";
      case Outcome::limit: return "limit";
      default: return "failed";
    }
  }

  std::unique_ptr<Signals> signals_;   // the search keeps its address
  typename Kind::Search search_;
  std::string solution_;
};

template <class Grid>
Search<Grid> begin(const Grid& grid, nb::str cells, std::optional<double> seconds,
                   std::optional<std::uint64_t> nodes, std::uint64_t seed) {
  const std::string_view text = text_of(cells);
  check_cells(text, grid.cells());
  return Search<Grid>(grid, text, seconds, nodes, seed);
}

// Everything that `nonairo.solve` wants to know, in one call.
template <class Grid>
nb::object solve(const Grid& grid, nb::str cells, std::optional<std::uint64_t> limit,
                std::optional<double> seconds, std::optional<std::uint64_t> nodes, std::uint64_t seed) {
  const auto start = std::chrono::steady_clock::now();
  Search<Grid> search = begin(grid, cells, seconds, nodes, seed);
  nb::list solutions;
  while ((!limit || solutions.size() < *limit) && search.advance()) {
    solutions.append(written(search.solution()));
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const bool settled = solutions.size() == 1 && search.state() == Outcome::exhausted;
  return answer_record.make(search.outcome(), solutions, settled ? nb::none() : search.proved(), search.nodes(),
                            search.backtracks(), elapsed.count(), search.counters(), search.limit());
}

template <class Grid>
void bind_search(nb::module_& module, nb::class_<Grid>& bound, const char* name) {
  nb::class_<Search<Grid>>(module, name, "The solutions of one puzzle, one after the other.")
      .def("next", &Search<Grid>::next, nb::sig("def next(self) -> str | None"),
           "The next solution; None: outcome says why there is no other.")
      .def("proved", &Search<Grid>::proved, nb::sig("def proved(self) -> str"),
           "The cells that all solutions share, as far as is known.")
      .def_prop_ro("outcome", &Search<Grid>::outcome,
                   nb::sig("def outcome(self) -> typing.Literal['running', 'exhausted', 'limit']"),
                   "Whether there may be more solutions.")
      .def_prop_ro("limit", &Search<Grid>::limit,
                   nb::sig("def limit(self) -> typing.Literal['time', 'nodes', 'memory'] | None"),
                   "The limit that came first, if that is the outcome.")
      .def_prop_ro("nodes", &Search<Grid>::nodes)
      .def_prop_ro("backtracks", &Search<Grid>::backtracks)
      .def("counters", &Search<Grid>::counters, nb::sig("def counters(self) -> dict[str, int]"));
  bound
      .def("search", &begin<Grid>, nb::arg("cells"), nb::arg("seconds").none(), nb::arg("nodes").none(),
           nb::arg("seed"), "Begin to list the solutions of the puzzle with these givens.")
      .def("solve", &solve<Grid>, nb::arg("cells"), nb::arg("limit").none(), nb::arg("seconds").none(),
           nb::arg("nodes").none(), nb::arg("seed"),
           nb::sig("def solve(self, cells: str, limit: int | None, seconds: float | None, nodes: int | None,"
                   " seed: int) -> Answer"),
           "All about the first solutions in one call; `proved` is None where the one solution says it all.");
}

inline nb::object whole_number(const Natural& number) {
  return steal(PyLong_FromString(number.hex().c_str(), nullptr, 16));
}

template <class Grid>
void bind_count(nb::class_<Grid>& bound,
                nb::object (*count)(const Grid&, nb::str, std::optional<std::uint64_t>, std::optional<double>)) {
  bound.def("count", count, nb::arg("cells"), nb::arg("limit").none(), nb::arg("seconds").none(),
            nb::sig("def count(self, cells: str, limit: int | None, seconds: float | None)"
                    " -> Counted"),
            "The number of solutions, and whether that is all of them.");
}

}  // namespace nonairo
