// Solutions one after the other, and their number: the same for every rule.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>

#include "../count/natural.hpp"
#include "../outcome.hpp"
#include "records.hpp"
#if !defined(__wasm__)   // which has no objects of Python's classes
#include "answers.hpp"
#endif

namespace nonairo {

// A counter of a search that Python gets by name.
struct Counter {
  const char* name;
  std::uint64_t Stats::* number;
};
inline constexpr Counter kPropagations{"propagations", &Stats::propagations};
inline constexpr Counter kProbes{"probes", &Stats::probes};
inline constexpr Counter kConflicts{"conflicts", &Stats::conflicts};
inline constexpr Counter kRestarts{"restarts", &Stats::restarts};
inline constexpr Counter kLearnt{"learnt", &Stats::learnt};

// The counters of a grid's kCounters.
template <class Grid>
class CounterNames {
 public:
  static void bind() {
    std::array<const char*, kCounters> names;
    std::transform(Grid::kCounters.begin(), Grid::kCounters.end(), names.begin(),
                   [](const Counter& c) { return c.name; });
    names_.bind(names);
    all_names_ = tuple_from<kCounters>([](std::size_t k) { return names_[k]; }).release();   // as long as the module
  }

  static nb::dict counters_of(const Stats& stats) {
    nb::dict counters;
    for (std::size_t k = 0; k < kCounters; ++k) counters[names_[k]] = stats.*Grid::kCounters[k].number;
    return counters;
  }

  // The same as a pair of names and numbers: a dict takes longer to make than a small puzzle to solve, and few ask.
  static nb::object pair_of(const Stats& stats) {
    return tuple_of(nb::borrow(all_names_),
                    tuple_from<kCounters>([&](std::size_t k) { return nb::cast(stats.*Grid::kCounters[k].number); }));
  }

 private:
  static constexpr std::size_t kCounters = Grid::kCounters.size();

  inline static Names<kCounters> names_;
  inline static nb::handle all_names_;
};

// The search of a grid, seen from Python: one solution after the other. A grid of any rule has
//
//      kCounters                     the counters of its searches, an array; or
//      counters_of(search)           all of them as a dict
//      begin(cells, limits, seed)    a search
//      cells()                       how many
//      allowed()                     what cells are written with, where that is not 0, 1 and .
template <class Grid>
class Search {
 public:
  Search(const Grid& grid, std::string_view cells, const Allowed& allowed, std::uint64_t seed)
      : shared_(std::make_unique<Shared>()), search_(grid.begin(cells, limits_of(allowed, shared_->signals), seed)),
        solution_(grid.cells(), '.') {}

  // The next solution, or None: see outcome.
  nb::object next() {
    const Turn turn(shared_->busy);
    bool found = false;
    {
      const WithoutGil no_gil;
      found = search_->next(solution_.data());
    }
    if (shared_->signals.raised()) throw nb::python_error();
    return found ? written(solution_) : nb::none();
  }

  nb::object outcome() const {
    const Turn turn(shared_->busy);
    return outcome_names[static_cast<std::size_t>(search_->outcome())];
  }
  nb::object limit() const {
    const Turn turn(shared_->busy);
    return name_of(search_->limit());
  }
  std::uint64_t nodes() const {
    const Turn turn(shared_->busy);
    return search_->stats().nodes;
  }
  std::uint64_t backtracks() const {
    const Turn turn(shared_->busy);
    return search_->stats().backtracks;
  }
  nb::dict counters() const {
    const Turn turn(shared_->busy);
    if constexpr (kOwnCounters) {
      return Grid::counters_of(*search_);
    } else {
      return CounterNames<Grid>::counters_of(search_->stats());
    }
  }

  // The cells that all solutions share, as far as the root of the search knows.
  nb::object proved() {
    const Turn turn(shared_->busy);
    std::string cells(solution_.size(), '.');
    search_->partial(cells.data());
    return written(cells);
  }

  static void bind_counters() {
    if constexpr (!kOwnCounters) CounterNames<Grid>::bind();
  }

 private:
  static constexpr bool kOwnCounters = requires(const AnySearch& search) { Grid::counters_of(search); };

  // While one thread is inside, without the GIL, others are refused: to wait would be to wait for a search.
  class Turn {
   public:
    explicit Turn(std::atomic<bool>& busy) : busy_(busy) {
      if (busy_.exchange(true)) throw std::runtime_error("another thread is using this search");
    }
    ~Turn() { busy_ = false; }
    Turn(const Turn&) = delete;

   private:
    std::atomic<bool>& busy_;
  };

  struct Shared {
    Signals signals;
    std::atomic<bool> busy = false;
  };
  std::unique_ptr<Shared> shared_;   // the search keeps its address
  std::unique_ptr<AnySearch> search_;
  std::string solution_;
};

// The cells of a grid, checked.
template <class Grid>
std::string_view cells_of(const Grid& grid, nb::str cells) {
  const std::string_view text = text_of(cells);
  if constexpr (requires { grid.allowed(); }) {
    check_cells(text, grid.cells(), grid.allowed());
  } else {
    check_cells(text, grid.cells());
  }
  return text;
}

template <class Grid>
Search<Grid> begin(const Grid& grid, nb::str cells, std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                   std::uint64_t seed, std::optional<std::uint64_t> memory) {
  return Search<Grid>(grid, cells_of(grid, cells), {seconds, nodes, memory}, seed);
}

// The first few solutions of a puzzle, and all that `nonairo.solve` wants to know about them.
struct Finding {
  std::string solutions;   // end to end
  std::uint64_t number = 0;
  std::string proved;   // empty: the one solution says it all
  Outcome outcome = Outcome::running;
  Limit limit = Limit::none;
  Stats stats;
  double seconds = 0;
};

// A small puzzle takes half a microsecond in here, so the GIL is given away once.
template <class Grid>
Finding find(const Grid& grid, std::string_view givens, std::uint64_t limit, const Allowed& allowed,
             std::uint64_t seed) {
  const auto start = std::chrono::steady_clock::now();
  const std::size_t size = grid.cells();
  Signals signals;
  Finding found;
  {
    const std::unique_ptr<AnySearch> search = grid.begin(givens, limits_of(allowed, signals), seed);
    {
      const WithoutGil no_gil;
      found.solutions.reserve(std::min<std::uint64_t>(limit, 2) * size);
      for (bool more = true; more && found.number < limit; found.number += more) {
        found.solutions.resize((found.number + 1) * size);
        more = search->next(found.solutions.data() + found.number * size);
      }
    }
    if (signals.raised()) throw nb::python_error();
    found.outcome = search->outcome();
    if (found.number != 1 || found.outcome != Outcome::exhausted) {
      found.proved.assign(size, '.');
      search->partial(found.proved.data());
    }
    found.stats = search->stats();
    found.limit = search->limit();
  }
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return found;
}

// A finding as native.py names its fields: a plain tuple, because a record takes a tenth of the call to make, and as
// much to read.
template <class Grid>
nb::object told(const Grid& grid, const Finding& found) {
  const std::string_view all = found.solutions;
  nb::object solutions = steal(PyList_New(static_cast<Py_ssize_t>(found.number)));
  for (std::uint64_t k = 0; k < found.number; ++k) {
    nb::object solution = written(all.substr(k * grid.cells(), grid.cells()));
    PyList_SetItem(solutions.ptr(), static_cast<Py_ssize_t>(k), solution.release().ptr());   // takes the reference
  }
  return tuple_of(outcome_names[static_cast<std::size_t>(found.outcome)], std::move(solutions),
                  found.proved.empty() ? nb::none() : written(found.proved), nb::cast(found.stats.nodes),
                  nb::cast(found.stats.backtracks), nb::cast(found.seconds), CounterNames<Grid>::pair_of(found.stats),
                  name_of(found.limit));
}

// In one call; for many solutions, `search` gives them one by one.
template <class Grid>
nb::object solve(const Grid& grid, nb::str cells, std::uint64_t limit, std::optional<double> seconds,
                 std::optional<std::uint64_t> nodes, std::uint64_t seed, std::optional<std::uint64_t> memory) {
  return told(grid, find(grid, cells_of(grid, cells), limit, {seconds, nodes, memory}, seed));
}

#if !defined(__wasm__)
// The answer about a puzzle with the usual limits: see answers.hpp.
template <class Grid>
nb::object answered(nb::handle plan, nb::handle puzzle, nb::handle givens, nb::str cells) {
  const Grid& grid = *nb::inst_ptr<Grid>(plan);
  const Finding found = find(grid, cells_of(grid, cells), 2, {}, 0);
  if (!found.proved.empty()) return told(grid, found);
  return Answers::unique(puzzle, givens, written(found.solutions.substr(0, grid.cells())), nb::cast(found.stats.nodes),
                         nb::cast(found.stats.backtracks), nb::cast(found.seconds),
                         CounterNames<Grid>::pair_of(found.stats));
}
#endif

template <class Grid>
void bind_stream(nb::module_& module, nb::class_<Grid>& bound, const char* name) {
  Search<Grid>::bind_counters();
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
      .def("counters", &Search<Grid>::counters, nb::sig("def counters(self) -> dict[str, int | list[int]]"));
  bound.def("search", &begin<Grid>, nb::arg("cells"), nb::arg("seconds").none(), nb::arg("nodes").none(),
            nb::arg("seed"), nb::arg("memory") = nb::none(),
            "Begin to list the solutions of the puzzle with these givens.");
}

template <class Grid>
void bind_search(nb::module_& module, nb::class_<Grid>& bound, const char* name) {
  bind_stream(module, bound, name);
#if !defined(__wasm__)
  Answers::add(bound.ptr(), &answered<Grid>);
#endif
  bound.def("solve", &solve<Grid>, nb::arg("cells"), nb::arg("limit"), nb::arg("seconds").none(),
            nb::arg("nodes").none(), nb::arg("seed"), nb::arg("memory") = nb::none(),
            nb::sig("def solve(self, cells: str, limit: int, seconds: float | None, nodes: int | None,"
                    " seed: int, memory: int | None = None) -> tuple[typing.Literal['running', 'exhausted', 'limit'],"
                    " list[str], str | None, int, int, float, tuple[tuple[str, ...], tuple[int, ...]],"
                    " typing.Literal['time', 'nodes', 'memory'] | None]"),
            "All about the first solutions in one call: outcome, solutions, proved (None where the one solution says it"
            " all), nodes, backtracks, seconds, counters and limit.");
}

inline nb::object whole_number(const Natural& number) {
  return steal(PyLong_FromString(number.hex().c_str(), nullptr, 16));
}

template <class Grid>
void bind_count(nb::class_<Grid>& bound, nb::object (*count)(const Grid&, nb::str, std::optional<std::uint64_t>,
                                                             std::optional<double>, std::optional<std::uint64_t>)) {
  bound.def("count", count, nb::arg("cells"), nb::arg("limit").none(), nb::arg("seconds").none(),
            nb::arg("memory") = nb::none(),
            nb::sig("def count(self, cells: str, limit: int | None, seconds: float | None, memory: int | None = None)"
                    " -> Counted"),
            "The number of solutions, and whether that is all of them.");
}

}   // namespace nonairo
