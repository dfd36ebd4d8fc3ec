// The border to Python, and the only file that includes nanobind. The masks of a line cross it as a
// tuple (can be 0, can be 1) of ints of any size: bit k is cell k.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "balanced/solver.hpp"
#include "count/count.hpp"
#include "limits.hpp"
#include "lines/any_width.hpp"
#include "lines/balanced.hpp"
#include "lines/bits.hpp"
#include "lines/runs.hpp"
#include "runs/count.hpp"
#include "runs/picture.hpp"
#include "runs/solver.hpp"
#include "table/search.hpp"

namespace nb = nanobind;

namespace nonairo {
namespace {

using lines::Masks;
using lines::Wide;
using lines::Word;

nb::object steal(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

[[noreturn]] void refuse_mask(int length) {
  PyErr_Clear();
  throw nb::value_error(
      ("a mask of this line is an int from 0 to 2**" + std::to_string(length) + " - 1").c_str());
}

void read(nb::handle number, int length, Word& bits) {
  bits = PyLong_AsUnsignedLongLong(number.ptr());
  if (bits == ~Word{0} && PyErr_Occurred() != nullptr) refuse_mask(length);
}

template <int N>
void read(nb::handle number, int length, Wide<N>& bits) {
  const nb::object bytes = nb::steal(
      PyObject_CallMethod(number.ptr(), "to_bytes", "is", N * 8, "little"));
  if (!bytes.is_valid()) refuse_mask(length);   // negative, or too long
  const char* const byte = PyBytes_AsString(bytes.ptr());
  bits = Wide<N>(0);
  for (int k = 0; k < N * 8; ++k) {
    bits.word[k / 8] |= Word{static_cast<unsigned char>(byte[k])} << (k % 8 * 8);
  }
}

template <class Bits>
Masks<Bits> read_masks(int length, nb::tuple masks) {
  if (masks.size() != 2) throw nb::value_error("the masks of a line are (can be 0, can be 1)");
  Masks<Bits> line;
  read(masks[0], length, line.can_zero);
  read(masks[1], length, line.can_one);
  const Bits outside = (line.can_one | line.can_zero) & ~lines::low_bits<Bits>(length);
  if (lines::any(outside)) refuse_mask(length);
  return line;
}

nb::object write(Word bits) { return steal(PyLong_FromUnsignedLongLong(bits)); }

template <int N>
nb::object write(const Wide<N>& bits) {
  // Hexadecimal is the one text that int() reads in linear time.
  std::array<char, N * 16 + 1> text;
  for (int k = 0; k < N * 16; ++k) {
    const int digit = N * 16 - 1 - k;
    text[k] = "0123456789abcdef"[bits.word[digit / 16] >> (digit % 16 * 4) & 15];
  }
  text[N * 16] = '\0';
  return steal(PyLong_FromString(text.data(), nullptr, 16));
}

// A kernel of any width with its rule worked out beforehand; immutable, so threads may share it.
template <template <class> class Kernel>
class Line {
 public:
  explicit Line(lines::AnyWidth<Kernel> kernel) : kernel_(std::move(kernel)) {}

  int length() const {
    return std::visit([](const auto& kernel) { return kernel.length(); }, kernel_);
  }

  nb::object squeeze(nb::tuple masks) const {
    return visit(masks, [](const auto& kernel, const auto& line) -> nb::object {
      const auto squeezed = kernel.squeeze(line);
      if (!squeezed) return nb::none();
      const nb::object one = write(squeezed->can_one);
      const nb::object zero = write(squeezed->can_zero);
      return steal(PyTuple_Pack(2, zero.ptr(), one.ptr()));
    });
  }

  nb::object count(nb::tuple masks) const {
    return visit(masks, [](const auto& kernel, const auto& line) -> nb::object {
      return write(kernel.count(line));
    });
  }

 private:
  template <class Do>
  nb::object visit(nb::tuple masks, Do&& act) const {
    return std::visit(
        [&]<class Bits>(const Kernel<Bits>& kernel) {
          return act(kernel, read_masks<Bits>(kernel.length(), masks));
        },
        kernel_);
  }

  lines::AnyWidth<Kernel> kernel_;
};

using RunsLine = Line<lines::RunsLine>;
using BalancedLine = Line<lines::BalancedLine>;

template <template <class> class Kernel>
void bind_methods(nb::class_<Line<Kernel>>& bound) {
  bound
      .def_prop_ro("length", &Line<Kernel>::length, "The number of cells.")
      .def("squeeze", &Line<Kernel>::squeeze, nb::arg("masks"),
           nb::sig("def squeeze(self, masks: tuple[int, ...]) -> tuple[int, ...] | None"),
           "What each cell can be in some completion; None if there is none.")
      .def("count", &Line<Kernel>::count, nb::arg("masks"),
           nb::sig("def count(self, masks: tuple[int, ...]) -> int"),
           "The number of completions.");
}


// Asks Python for signals now and then, from inside a search that runs without the GIL. Taking the
// GIL may mean waiting for other threads, so it is not done more often than people press Ctrl-C.
class Signals {
 public:
  static bool pending(void* context) { return static_cast<Signals*>(context)->look(); }
  bool raised() const { return raised_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kBetweenLooks = std::chrono::milliseconds(20);

  bool look() {
    if (raised_ || Clock::now() < next_) return raised_;
    next_ = Clock::now() + kBetweenLooks;
    const nb::gil_scoped_acquire gil;
    raised_ = PyErr_CheckSignals() != 0;
    return raised_;
  }

  Clock::time_point next_ = Clock::now() + kBetweenLooks;
  bool raised_ = false;
};

Limits limits_of(std::optional<double> seconds, std::optional<std::uint64_t> nodes, Signals& signals) {
  Limits limits;
  if (seconds) limits.seconds = *seconds;
  if (nodes) limits.nodes = *nodes;
  limits.interrupted = Signals::pending;
  limits.context = &signals;
  return limits;
}

std::string_view text_of(nb::str text) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

void check_cells(std::string_view cells, std::size_t expected) {
  if (cells.size() != expected || cells.find_first_not_of("01.") != std::string_view::npos) {
    throw nb::value_error(("expected " + std::to_string(expected) + " cells over 0, 1 and .").c_str());
  }
}

nb::object written(std::string_view cells) {
  return steal(PyUnicode_DecodeASCII(cells.data(), static_cast<Py_ssize_t>(cells.size()), nullptr));
}

enum class Outcome { running, exhausted, limit, failed };
using Counts = std::vector<std::pair<const char*, std::uint64_t>>;

nb::dict counters_of(const Counts& counts) {
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
  const char* outcome() const { return name_of(search_.outcome()); }
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

// The puzzles of one shape, for each family of rules: how a search over them begins.
struct BalancedGrid {
  BalancedShape shape;

  struct Search {
    BalancedSearch inner;
    bool next(char* out) { return inner.next(out); }
    void proved(char* out) { inner.partial(out); }
    std::uint64_t nodes() const { return inner.stats().nodes; }
    std::uint64_t backtracks() const { return inner.stats().backtracks; }
    Outcome outcome() const {
      switch (inner.outcome()) {
        case BalancedOutcome::running: return Outcome::running;
        case BalancedOutcome::exhausted: return Outcome::exhausted;
        case BalancedOutcome::failed: return Outcome::failed;
        default: return Outcome::limit;
      }
    }
    Counts counts() const {
      const BalancedStats stats = inner.stats();
      return {{"propagations", stats.propagations}, {"conflicts", stats.conflicts},
              {"restarts", stats.restarts}, {"learnt", stats.learnt}};
    }
  };

  BalancedGrid(int height, int width, int row_ones, int col_ones, bool distinct)
      : shape{height, width, row_ones, col_ones, distinct} {
    if (!supports(shape)) throw nb::value_error("a size or a number of ones that the core does not take");
  }
  std::size_t cells() const { return static_cast<std::size_t>(shape.cells()); }
  Search begin(std::string_view cells, const Limits& limits, std::uint64_t seed) const {
    return {BalancedSearch(shape, cells.data(), limits, seed)};
  }
};

struct RunsGrid {
  RunsPuzzle puzzle;

  struct Search {
    RunsSearch inner;
    bool next(char* out) { return inner.next(out); }
    void proved(char* out) { inner.partial(out); }
    std::uint64_t nodes() const { return inner.stats().nodes; }
    std::uint64_t backtracks() const { return inner.stats().backtracks; }
    Outcome outcome() const {
      switch (inner.outcome()) {
        case RunsOutcome::open: return Outcome::running;
        case RunsOutcome::exhausted: return Outcome::exhausted;
        default: return Outcome::limit;
      }
    }
    Counts counts() const {
      const RunsStats stats = inner.stats();
      return {{"propagations", stats.propagations}, {"probes", stats.probes},
              {"conflicts", stats.conflicts}, {"restarts", stats.restarts}};
    }
  };

  using Clues = std::vector<std::vector<int>>;
  RunsGrid(Clues rows, Clues cols) {
    puzzle.height = static_cast<int>(rows.size());
    puzzle.width = static_cast<int>(cols.size());
    puzzle.rows = std::move(rows);
    puzzle.columns = std::move(cols);
    const int side = std::max(puzzle.height, puzzle.width);
    if (puzzle.rows.empty() || puzzle.columns.empty() || side > RunsSearch::kLongestSide) {
      throw nb::value_error("a size that the core does not take");
    }
  }
  std::size_t cells() const { return static_cast<std::size_t>(puzzle.height) * puzzle.width; }
  Search begin(std::string_view cells, const Limits& limits, std::uint64_t seed) const {
    RunsPuzzle given = puzzle;
    if (cells.find_first_not_of('.') != std::string_view::npos) given.cells = cells;
    return {RunsSearch(given, limits, seed)};
  }
};

struct TableGrid {
  TablePuzzle puzzle;

  struct Search {
    TableSearch inner;
    bool next(char* out) {
      const auto found = inner.next();
      if (found) std::copy(found->begin(), found->end(), out);
      return found.has_value();
    }
    void proved(char* out) { std::copy(inner.known().begin(), inner.known().end(), out); }
    std::uint64_t nodes() const { return inner.nodes(); }
    std::uint64_t backtracks() const { return inner.backtracks(); }
    Outcome outcome() const {
      switch (inner.state()) {
        case SearchState::running: return Outcome::running;
        case SearchState::exhausted: return Outcome::exhausted;
        default: return Outcome::limit;
      }
    }
    Counts counts() const { return {}; }
  };

  std::size_t cells() const { return static_cast<std::size_t>(puzzle.height) * puzzle.width; }
  Search begin(std::string_view cells, const Limits& limits, std::uint64_t) const {
    TablePuzzle given = puzzle;
    given.givens = cells;
    return {TableSearch(std::move(given), limits)};
  }
};

nb::object whole_number(const Natural& number) {
  return steal(PyLong_FromString(number.hex().c_str(), nullptr, 16));
}

// Runs without the GIL; an interrupt becomes Python's exception.
template <class Work>
auto unlocked(std::optional<double> seconds, std::optional<std::uint64_t> nodes, Work&& work) {
  Signals signals;
  const Limits limits = limits_of(seconds, nodes, signals);
  auto result = [&] {
    const nb::gil_scoped_release no_gil;
    return work(limits);
  }();
  if (signals.raised()) throw nb::python_error();
  return result;
}

nb::tuple count_balanced(const BalancedGrid& grid, nb::str cells, std::optional<std::uint64_t> limit,
                         std::optional<double> seconds) {
  const std::string givens(text_of(cells));
  check_cells(givens, grid.cells());
  const SolutionCount count = unlocked(seconds, {}, [&](const Limits& limits) {
    return count_solutions(grid.shape, givens, limit ? std::optional<Natural>(*limit) : std::nullopt,
                           limits);
  });
  return nb::make_tuple(whole_number(count.value), count.exact);
}

nb::tuple count_runs(const RunsGrid& grid, nb::str cells, std::optional<std::uint64_t> limit,
                     std::optional<double> seconds) {
  RunsPuzzle puzzle = grid.puzzle;
  puzzle.cells = text_of(cells);
  check_cells(puzzle.cells, grid.cells());
  const RunsCount count = unlocked(seconds, {}, [&](const Limits& limits) {
    return count_solutions(puzzle, limits, limit);
  });
  return nb::make_tuple(whole_number(count.value), count.exact);
}

Picture picture_of(int height, int width, nb::str cells) {
  const int side = std::max(height, width);
  if (std::min(height, width) < 1 || side > RunsSearch::kLongestSide) {
    throw nb::value_error("a size that the core does not take");
  }
  Picture picture{height, width, std::string(text_of(cells))};
  const std::size_t expected = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  check_cells(picture.cells, expected);
  if (picture.cells.find('.') != std::string::npos) throw nb::value_error("expected a finished picture");
  return picture;
}

nb::object decided(int height, int width, nb::str cells, std::optional<double> seconds) {
  const Picture picture = picture_of(height, width, cells);
  const std::string known =
      unlocked(seconds, {}, [&](const Limits& limits) { return decided_by_lines(picture, limits); });
  return known.empty() ? nb::none() : written(known);
}

std::vector<int> flips(int height, int width, nb::str cells, const std::vector<int>& which,
                       std::optional<double> seconds) {
  const Picture picture = picture_of(height, width, cells);
  for (const int cell : which) {
    if (cell < 0 || cell >= height * width) throw nb::value_error("no such cell to flip");
  }
  return unlocked(seconds, {}, [&](const Limits& limits) { return left_by_flips(picture, which, limits); });
}

nb::tuple another(int height, int width, nb::str cells, std::optional<double> seconds,
                  std::optional<std::uint64_t> nodes) {
  const Picture picture = picture_of(height, width, cells);
  std::string other(picture.cells.size(), '.');
  bool found = false;
  const RunsOutcome outcome = unlocked(seconds, nodes, [&](const Limits& limits) {
    RunsSearch search(puzzle_of(picture), limits);
    for (int tries = 0; tries < 2 && !found && search.next(other.data()); ++tries) found = other != picture.cells;
    return search.outcome();
  });
  const bool known = found || outcome == RunsOutcome::exhausted;
  return nb::make_tuple(known, found ? written(other) : nb::none());
}

template <class Grid>
void bind_count(nb::class_<Grid>& bound,
                nb::tuple (*count)(const Grid&, nb::str, std::optional<std::uint64_t>, std::optional<double>)) {
  bound.def("count", count, nb::arg("cells"), nb::arg("limit").none(), nb::arg("seconds").none(),
            nb::sig("def count(self, cells: str, limit: int | None, seconds: float | None)"
                    " -> tuple[int, bool]"),
            "The number of solutions, and whether that is all of them.");
}

// A contiguous buffer of bytes from Python, for as long as it is looked at.
class Bytes {
 public:
  explicit Bytes(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
  }
  ~Bytes() { PyBuffer_Release(&view_); }
  Bytes(const Bytes&) = delete;
  const char* data() const { return static_cast<const char*>(view_.buf); }
  std::size_t size() const { return static_cast<std::size_t>(view_.len); }

 private:
  Py_buffer view_;
};

nb::tuple solve_buffer(const BalancedGrid& grid, nb::object cells, int limit, int threads,
                std::optional<std::uint64_t> nodes) {
  const Bytes buffer(cells);
  const std::size_t number = buffer.size() / grid.cells();
  if (number * grid.cells() != buffer.size()) {
    throw nb::value_error(("expected a whole number of puzzles of " + std::to_string(grid.cells()) +
                           " cells, found " + std::to_string(buffer.size()) + " bytes").c_str());
  }
  const nb::object solutions = steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(buffer.size())));
  const nb::object counts = steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(number)));
  char* const solved = PyBytes_AsString(solutions.ptr());
  auto* const counted = reinterpret_cast<std::uint8_t*>(PyBytes_AsString(counts.ptr()));
  const bool legal = unlocked({}, nodes, [&](const Limits& limits) {
    // One pass for all cells: a set of three characters, told apart without branches.
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
                       std::optional<std::uint64_t> nodes) {
  std::string board(grid.cells(), '.');
  const bool drawn = unlocked(seconds, nodes, [&](const Limits& limits) {
    return random_board(grid.shape, seed, board.data(), limits);
  });
  return drawn ? written(board) : nb::none();
}

nb::tuple dig(const BalancedGrid& grid, nb::str solution, std::uint64_t seed, bool by_lines, bool symmetric,
              std::optional<double> seconds, std::optional<std::uint64_t> nodes) {
  const std::string_view text = text_of(solution);
  check_cells(text, grid.cells());
  if (text.find('.') != text.npos) throw nb::value_error("expected a full grid");
  std::string puzzle(grid.cells(), '.');
  const DugPuzzle dug = unlocked(seconds, nodes, [&](const Limits& limits) {
    return dig_puzzle(grid.shape, text.data(), seed, {by_lines, symmetric}, puzzle.data(), limits);
  });
  return nb::make_tuple(written(puzzle), dug.finished);
}

// An automaton as it comes from Python: next[2 * state + symbol], and which states may end a line.
using AutomatonTable = std::pair<std::vector<int>, std::vector<bool>>;

lines::Automaton automaton_of(const AutomatonTable& table) {
  lines::Automaton automaton;
  for (std::size_t k = 0; k + 1 < table.first.size(); k += 2) {
    automaton.next.push_back({table.first[k], table.first[k + 1]});
  }
  automaton.accepts = table.second;
  return automaton;
}

template <class Grid>
Search<Grid> begin(const Grid& grid, nb::str cells, std::optional<double> seconds,
                   std::optional<std::uint64_t> nodes, std::uint64_t seed) {
  const std::string_view text = text_of(cells);
  check_cells(text, grid.cells());
  return Search<Grid>(grid, text, seconds, nodes, seed);
}

// Everything that `nonairo.solve` wants to know, in one call.
template <class Grid>
nb::tuple solve(const Grid& grid, nb::str cells, std::optional<std::uint64_t> limit,
                std::optional<double> seconds, std::optional<std::uint64_t> nodes, std::uint64_t seed) {
  const auto start = std::chrono::steady_clock::now();
  Search<Grid> search = begin(grid, cells, seconds, nodes, seed);
  nb::list solutions;
  while ((!limit || solutions.size() < *limit) && search.advance()) {
    solutions.append(written(search.solution()));
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const bool settled = solutions.size() == 1 && std::string_view(search.outcome()) == "exhausted";
  return nb::make_tuple(search.outcome(), solutions, settled ? nb::none() : search.proved(),
                        search.nodes(), search.backtracks(), elapsed.count(), search.counters());
}

template <class Grid>
void bind_search(nb::module_& module, nb::class_<Grid>& bound, const char* name) {
  nb::class_<Search<Grid>>(module, name, "The solutions of one puzzle, one after the other.")
      .def("next", &Search<Grid>::next, nb::sig("def next(self) -> str | None"),
           "The next solution; None: outcome says why there is no other.")
      .def("proved", &Search<Grid>::proved, nb::sig("def proved(self) -> str"),
           "The cells that all solutions share, as far as is known.")
      .def_prop_ro("outcome", &Search<Grid>::outcome, "running, exhausted or limit.")
      .def_prop_ro("nodes", &Search<Grid>::nodes)
      .def_prop_ro("backtracks", &Search<Grid>::backtracks)
      .def("counters", &Search<Grid>::counters, nb::sig("def counters(self) -> dict[str, int]"));
  bound
      .def("search", &begin<Grid>, nb::arg("cells"), nb::arg("seconds").none(), nb::arg("nodes").none(),
           nb::arg("seed"), "Begin to list the solutions of the puzzle with these givens.")
      .def("solve", &solve<Grid>, nb::arg("cells"), nb::arg("limit").none(), nb::arg("seconds").none(),
           nb::arg("nodes").none(), nb::arg("seed"),
           nb::sig("def solve(self, cells: str, limit: int | None, seconds: float | None, nodes: int | None,"
                   " seed: int) -> tuple[str, list[str], str | None, int, int, float, dict[str, int]]"),
           "Outcome, solutions, cells proved, nodes, backtracks, seconds and counters.");
}

}  // namespace
}  // namespace nonairo

NB_MODULE(_core, module) {
  using namespace nonairo;
  // Python caches kernels until it ends, and nanobind would take those for leaks.
  nb::set_leak_warnings(false);
  module.doc() = "The compiled core. A line is two masks, (can be 0, can be 1): bit k is cell k.";

  nb::class_<RunsLine> runs(module, "RunsLine", "A line with these blocks of ones, in order.");
  runs.def("__init__",
           [](RunsLine* self, const std::vector<int>& clue, int length) {
             new (self) RunsLine(lines::fit_width<lines::RunsLine>(length, clue, length));
           },
           nb::arg("clue"), nb::arg("length"));
  bind_methods(runs);

  nb::class_<BalancedLine> balanced(
      module, "BalancedLine",
      "A line with so many zeros and ones, and never more than `longest` alike in a row.");
  balanced.def("__init__",
               [](BalancedLine* self, int zeros, int ones, int longest) {
                 new (self) BalancedLine(lines::fit_width<lines::BalancedLine>(
                     static_cast<long long>(zeros) + ones, zeros, ones, longest));
               },
               nb::arg("zeros"), nb::arg("ones"), nb::arg("longest") = 2);
  bind_methods(balanced);

  nb::class_<BalancedGrid> balanced_grid(
      module, "BalancedGrid", "Grids with so many ones in every line and never three alike in a row.");
  balanced_grid.def(nb::init<int, int, int, int, bool>(), nb::arg("height"), nb::arg("width"),
                    nb::arg("row_ones"), nb::arg("col_ones"), nb::arg("distinct"));
  bind_search(module, balanced_grid, "BalancedSearch");
  bind_count(balanced_grid, &count_balanced);
  balanced_grid
      .def("batch", &solve_buffer, nb::arg("cells"), nb::arg("limit"), nb::arg("threads"), nb::arg("nodes").none(),
           nb::sig("def batch(self, cells: bytes | bytearray | memoryview, limit: int, threads: int,"
                   " nodes: int | None) -> tuple[bytes, bytes]"),
           "The first solution and the number of solutions of many puzzles, laid end to end.")
      .def("random", &draw_random, nb::arg("seed"), nb::arg("seconds").none(), nb::arg("nodes").none(),
           nb::sig("def random(self, seed: int, seconds: float | None, nodes: int | None) -> str | None"),
           "A full grid drawn at random; None if there is none, or the limit came first.")
      .def("dig", &dig, nb::arg("solution"), nb::arg("seed"), nb::arg("by_lines"), nb::arg("symmetric"),
           nb::arg("seconds").none(), nb::arg("nodes").none(),
           nb::sig("def dig(self, solution: str, seed: int, by_lines: bool, symmetric: bool,"
                   " seconds: float | None, nodes: int | None) -> tuple[str, bool]"),
           "Givens of a full grid that leave one solution, and whether nothing more can be dug out.");

  nb::class_<RunsGrid> runs_grid(module, "RunsGrid", "Grids whose lines have these blocks of ones.");
  runs_grid.def(nb::init<RunsGrid::Clues, RunsGrid::Clues>(), nb::arg("rows"), nb::arg("cols"));
  bind_search(module, runs_grid, "RunsSearch");
  bind_count(runs_grid, &count_runs);

  module.def("decided", &decided, nb::arg("height"), nb::arg("width"), nb::arg("cells"),
             nb::arg("seconds").none(),
             nb::sig("def decided(height: int, width: int, cells: str, seconds: float | None) -> str | None"),
             "What single lines tell of a picture from its clues; None if the time came first.");
  module.def("flips", &flips, nb::arg("height"), nb::arg("width"), nb::arg("cells"), nb::arg("which"),
             nb::arg("seconds").none(),
             nb::sig("def flips(height: int, width: int, cells: str, which: Sequence[int],"
                     " seconds: float | None) -> list[int]"),
             "For each of these cells of a picture, how many cells single lines would leave open were it"
             " flipped; fewer numbers if the time came first.");
  module.def("another", &another, nb::arg("height"), nb::arg("width"), nb::arg("cells"),
             nb::arg("seconds").none(), nb::arg("nodes").none(),
             nb::sig("def another(height: int, width: int, cells: str, seconds: float | None,"
                     " nodes: int | None) -> tuple[bool, str | None]"),
             "Whether it is known if other pictures have the same clues, and one of them.");

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

  module.def("levels", [] {
               std::vector<std::string> names;
               for (int k = 0; k < balanced_level_count(); ++k) names.emplace_back(balanced_level_name(k));
               return names;
             },
             "The instruction sets that this machine has, plain to best.");
  module.def("use_level", [](const std::string& name) {
               for (int k = 0; k < balanced_level_count(); ++k) {
                 if (name == balanced_level_name(k)) return balanced_use_level(k);
               }
               return false;
             },
             nb::arg("name"), "Use another one from now on, for tests; false if it is not to be had.");
  module.def("level", [] { return std::string(balanced_level()); },
             "The instruction set that the core runs on.");
}
