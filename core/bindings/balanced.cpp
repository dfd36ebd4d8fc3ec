// Grids with balanced lines: solve, count, many at once, draw and dig.
#include "../balanced/large.hpp"
#include "../balanced/solver.hpp"

#include <mutex>

#include "../count/count.hpp"
#include "search.hpp"

namespace nonairo {
namespace {

struct BalancedGrid {
  static constexpr std::array kCounters{kPropagations, kConflicts, kRestarts, kLearnt};
  BalancedShape shape;

  BalancedGrid(int height, int width, int row_ones, int col_ones, bool distinct)
      : shape{height, width, row_ones, col_ones, distinct} {
    if (!supports(shape)) throw nb::value_error("a size or a number of ones that the core does not take");
  }
  std::size_t cells() const { return static_cast<std::size_t>(shape.cells()); }
  std::unique_ptr<AnySearch> begin(std::string_view cells, const Limits& limits, std::uint64_t seed) const {
    return begin_balanced(shape, cells.data(), limits, seed);
  }
};

// Boards that are only solved and counted.
struct LargeBalancedGrid {
  static constexpr std::array kCounters{kConflicts, kRestarts, kLearnt};
  BalancedShape shape;

  LargeBalancedGrid(int height, int width, int row_ones, int col_ones, bool distinct)
      : shape{height, width, row_ones, col_ones, distinct} {
    if (!supports_large(shape)) throw nb::value_error("a size or a number of ones that the core does not take");
  }
  std::size_t cells() const { return static_cast<std::size_t>(shape.cells()); }
  std::unique_ptr<AnySearch> begin(std::string_view cells, const Limits& limits, std::uint64_t seed) const {
    return begin_large(shape, cells.data(), limits, seed);
  }
};

template <class Grid>
nb::object count_balanced(const Grid& grid, nb::str cells, std::optional<std::uint64_t> limit,
                          std::optional<double> seconds, std::optional<std::uint64_t> memory) {
  const std::string givens(text_of(cells));
  check_cells(givens, grid.cells());
  const SolutionCount count = unlocked({seconds, {}, memory}, [&](const Limits& limits) {
    return count_solutions(grid.shape, givens, limit ? std::optional<Natural>(*limit) : std::nullopt, limits);
  });
  return counted_record.make(whole_number(count.value), count.exact, name_of(count.limit));
}

// The shards of an empty grid, for whoever counts them here or elsewhere.
struct CensusPlan {
  counting::Census census;
  Mutex one_at_a_time;   // shards share tables

  CensusPlan(int height, int width, int row_ones, int col_ones, bool distinct, std::optional<double> seconds)
      : census(planned(checked({height, width, row_ones, col_ones, distinct}), seconds)) {}

  static counting::Census planned(const BalancedShape& shape, std::optional<double> seconds) {
    Limit reached = Limit::none;
    counting::Census census = unlocked({seconds, {}, {}}, [&](const Limits& limits) {
      Budget budget(limits);
      counting::Census made(shape, budget);
      reached = budget.limit();
      return made;
    });
    if (reached == Limit::time) {
      PyErr_SetString(PyExc_TimeoutError, "the time was up before the shards were planned");
      throw nb::python_error();
    }
    return census;
  }

  static const BalancedShape& checked(const BalancedShape& shape) {
    if (!supports_counts(shape) || !counting::Census::takes(shape))
      throw nb::value_error("a size that is not cut into shards");
    return shape;
  }

  // What a shard adds and what it takes away, or None; and the limit that came first, or None.
  nb::object count(std::size_t shard, std::optional<double> seconds, std::size_t memory) {
    if (shard >= census.shards()) throw nb::index_error("no such shard");
    Limit reached = Limit::none;
    const auto sum = unlocked({seconds, {}, memory}, [&](const Limits& limits) {
      const std::lock_guard lock(one_at_a_time);
      Budget budget(limits);
      auto counted = census.count(shard, budget);
      reached = budget.limit();
      return counted;
    });
    if (!sum) return nb::make_tuple(nb::none(), nb::none(), name_of(reached));
    return nb::make_tuple(whole_number(sum->added), whole_number(sum->taken), nb::none());
  }
};

nb::tuple solve_buffer(const BalancedGrid& grid, nb::object cells, int limit, int threads,
                       std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                       std::optional<std::uint64_t> memory) {
  if (threads < 1) throw nb::value_error("expected at least one thread");
  const Bytes buffer(cells);
  const std::size_t number = buffer.size() / grid.cells();
  if (number * grid.cells() != buffer.size()) {
    throw nb::value_error(("expected a whole number of puzzles of " + std::to_string(grid.cells()) + " cells, found " +
                           std::to_string(buffer.size()) + " bytes")
                              .c_str());
  }
  const nb::object solutions = steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(buffer.size())));
  const nb::object counts = steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(number)));
  char* const solved = PyBytes_AsString(solutions.ptr());
  auto* const counted = reinterpret_cast<std::uint8_t*>(PyBytes_AsString(counts.ptr()));
  const bool legal = unlocked({seconds, nodes, memory}, [&](const Limits& limits) {
    // One pass for all cells: a set of three characters, distinguished without branches.
    bool all = true;
    for (std::size_t k = 0; k < buffer.size(); ++k) {
      const char cell = buffer.data()[k];
      all &= (cell == '0') | (cell == '1') | (cell == '.');
    }
    if (all) solve_batch(grid.shape, buffer.data(), number, solved, counted, limit, threads, limits);
    return all;
  });
  if (!legal) throw nb::value_error("expected cells over 0, 1 and .");
  return nb::make_tuple(solutions, counts);
}

nb::object draw_random(const BalancedGrid& grid, std::uint64_t seed, std::optional<double> seconds,
                       std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> memory) {
  std::string board(grid.cells(), '.');
  const DrawnBoard drawn = unlocked({seconds, nodes, memory}, [&](const Limits& limits) {
    return random_board(grid.shape, seed, board.data(), limits);
  });
  return drawn_record.make(drawn.drawn ? written(board) : nb::none(), name_of(drawn.limit));
}

nb::object dig(const BalancedGrid& grid, nb::str solution, std::uint64_t seed, bool by_lines, bool symmetric,
               std::optional<double> seconds, std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> memory) {
  const std::string_view text = text_of(solution);
  check_cells(text, grid.cells());
  if (text.find('.') != text.npos) throw nb::value_error("expected a full grid");
  std::string puzzle(grid.cells(), '.');
  const DugPuzzle dug = unlocked({seconds, nodes, memory}, [&](const Limits& limits) {
    return dig_puzzle(grid.shape, text.data(), seed, {by_lines, symmetric}, puzzle.data(), limits);
  });
  return dug_record.make(written(puzzle), dug.finished(), name_of(dug.limit));
}

}   // namespace

void bind_balanced(nb::module_& module) {
  nb::class_<BalancedGrid> balanced_grid(module, "BalancedGrid",
                                         "Grids with so many ones in every line and never three alike in a row.");
  balanced_grid.def(nb::init<int, int, int, int, bool>(), nb::arg("height"), nb::arg("width"), nb::arg("row_ones"),
                    nb::arg("col_ones"), nb::arg("distinct"));
  bind_search(module, balanced_grid, "BalancedSearch");
  bind_count(balanced_grid, &count_balanced<BalancedGrid>);
  balanced_grid
      .def("batch", &solve_buffer, nb::arg("cells"), nb::arg("limit"), nb::arg("threads"), nb::arg("nodes").none(),
           nb::arg("seconds").none(), nb::arg("memory") = nb::none(),
           nb::sig("def batch(self, cells: bytes | bytearray | memoryview, limit: int, threads: int,"
                   " nodes: int | None, seconds: float | None, memory: int | None = None) -> tuple[bytes, bytes]"),
           "The first solution and the number of solutions of many puzzles, laid end to end.")
      .def("random", &draw_random, nb::arg("seed"), nb::arg("seconds").none(), nb::arg("nodes").none(),
           nb::arg("memory") = nb::none(),
           nb::sig("def random(self, seed: int, seconds: float | None, nodes: int | None,"
                   " memory: int | None = None) -> Drawn"),
           "A full grid drawn at random; its cells are None if there is none, or if a limit came first.")
      .def("dig", &dig, nb::arg("solution"), nb::arg("seed"), nb::arg("by_lines"), nb::arg("symmetric"),
           nb::arg("seconds").none(), nb::arg("nodes").none(), nb::arg("memory") = nb::none(),
           nb::sig("def dig(self, solution: str, seed: int, by_lines: bool, symmetric: bool,"
                   " seconds: float | None, nodes: int | None, memory: int | None = None) -> Dug"),
           "Givens of a full grid that leave one solution, and whether nothing more can be dug out.");
  nb::class_<LargeBalancedGrid> large_grid(module, "LargeBalancedGrid",
                                           "The same with up to 512 cells a side: solved and counted only.");
  large_grid.def(nb::init<int, int, int, int, bool>(), nb::arg("height"), nb::arg("width"), nb::arg("row_ones"),
                 nb::arg("col_ones"), nb::arg("distinct"));
  bind_search(module, large_grid, "LargeBalancedSearch");
  bind_count(large_grid, &count_balanced<LargeBalancedGrid>);
  nb::class_<CensusPlan>(module, "Census", "The number of all grids of a size, in shards that can be counted anywhere.")
      .def(nb::init<int, int, int, int, bool, std::optional<double>>(), nb::arg("height"), nb::arg("width"),
           nb::arg("row_ones"), nb::arg("col_ones"), nb::arg("distinct"), nb::arg("seconds") = nb::none(),
           "A time limit is a TimeoutError.")
      .def(
          "shards", [](const CensusPlan& plan) { return plan.census.shards(); }, "How many there are.")
      .def(
          "cost",
          [](const CensusPlan& plan, std::size_t shard) {
            return shard < plan.census.shards() ? plan.census.cost(shard) * 1e-9 : 0.0;
          },
          nb::arg("shard"), "About how many seconds a shard takes beside the others.")
      .def("count", &CensusPlan::count, nb::arg("shard"), nb::arg("seconds").none(), nb::arg("memory"),
           nb::sig("def count(self, shard: int, seconds: float | None, memory: int)"
                   " -> tuple[int, int, None] | tuple[None, None, str]"),
           "What a shard adds to the sum and what it takes away; or the limit that came first.")
      .def_static(
          "takes",
          [](int height, int width, bool distinct) {
            return counting::Census::takes({height, width, width / 2, height / 2, distinct});
          },
          nb::arg("height"), nb::arg("width"), nb::arg("distinct"), "Whether a size is cut into shards.");
}

}   // namespace nonairo
