// Many nonograms of one size: their clues packed into buffers, and solved in one call.
//
// What is packed fits its lines: a nonogram that does not, or is anything else, is left to Python, which says what is
// wrong. A number has 16 bits; a 0 ends each clue.
#include <algorithm>
#include <cstring>
#include <vector>

#include "../runs/batch.hpp"
#include "../runs/solver.hpp"
#include "clue_items.hpp"
#include "records.hpp"

namespace nonairo {
namespace {

using Packed = std::vector<std::uint16_t>;

nb::object bytes_of(const void* data, std::size_t size) {
  return steal(PyBytes_FromStringAndSize(static_cast<const char*>(data), static_cast<Py_ssize_t>(size)));
}

bool pack_side(nb::handle side, Py_ssize_t lines, Py_ssize_t length, Packed& packed) {
  const Items clues(side);
  if (!clues.plain() || clues.size() != lines) return false;
  const auto add = [&packed](long block) { packed.push_back(static_cast<std::uint16_t>(block)); };
  for (Py_ssize_t k = 0; k < lines; ++k) {
    if (!each_block(Items(clues[k]), static_cast<long>(length), add)) return false;
    packed.push_back(0);
  }
  return true;
}

void check_size(int height, int width) {
  if (std::min(height, width) < 1 || std::max(height, width) > kLongestRunsSide) {
    throw nb::value_error("a size that the core does not take");
  }
}

nb::object pack(int height, int width, nb::handle rows, nb::handle cols) {
  check_size(height, width);
  static thread_local Packed packed;   // its memory is used again
  packed.clear();
  if (!pack_side(rows, height, width, packed) || !pack_side(cols, width, height, packed)) return nb::none();
  return bytes_of(packed.data(), packed.size() * sizeof packed[0]);
}

// A buffer of 32-bit numbers.
class Numbers {
 public:
  explicit Numbers(nb::handle object) : bytes_(object) {
    if (bytes_.size() % sizeof(std::int32_t) != 0) throw nb::value_error("expected 32-bit numbers");
  }
  std::size_t size() const { return bytes_.size() / sizeof(std::int32_t); }
  std::int32_t operator[](std::size_t k) const {
    std::int32_t number = 0;   // a buffer need not be aligned
    std::memcpy(&number, bytes_.data() + k * sizeof number, sizeof number);
    return number;
  }

 private:
  Bytes bytes_;
};

// Rows or columns of many nonograms: blocks, and where those of each clue begin, as Arrow has them.
struct Side {
  Numbers blocks, starts;
  int lines, length;

  void check() const {
    bool right = starts.size() > 0 && (starts.size() - 1) % static_cast<std::size_t>(lines) == 0;
    for (std::size_t k = 0; right && k < starts.size(); ++k) right = starts[k] >= (k == 0 ? 0 : starts[k - 1]);
    if (right) right = static_cast<std::size_t>(starts[starts.size() - 1]) <= blocks.size();
    if (!right) throw nb::value_error("expected a whole number of clues for each");
  }
  std::size_t count() const { return (starts.size() - 1) / static_cast<std::size_t>(lines); }

  bool pack(std::size_t nonogram, Packed& packed) const {
    const std::size_t first = nonogram * static_cast<std::size_t>(lines);
    for (std::size_t line = first; line < first + static_cast<std::size_t>(lines); ++line) {
      const auto begin = static_cast<std::size_t>(starts[line]), end = static_cast<std::size_t>(starts[line + 1]);
      long least = -1;
      for (std::size_t k = begin; k < end; ++k) {
        const long block = blocks[k];
        if (block == 0 && end - begin == 1) break;
        if (block < 1 || block > length) return false;
        least += block + 1;
        if (least > length) return false;
        packed.push_back(static_cast<std::uint16_t>(block));
      }
      packed.push_back(0);
    }
    return true;
  }
};

nb::object pack_columns(int height, int width, nb::handle rows, nb::handle row_starts, nb::handle cols,
                        nb::handle col_starts) {
  check_size(height, width);
  const Side across{Numbers(rows), Numbers(row_starts), height, width};
  const Side down{Numbers(cols), Numbers(col_starts), width, height};
  across.check();
  down.check();
  if (across.count() != down.count()) throw nb::value_error("expected as many rows as columns");
  Packed packed;
  std::vector<std::uint8_t> fits(across.count());
  for (std::size_t k = 0; k < fits.size(); ++k) {
    const std::size_t before = packed.size();
    fits[k] = across.pack(k, packed) && down.pack(k, packed);
    if (fits[k] == 0) packed.resize(before);
  }
  return nb::make_tuple(bytes_of(packed.data(), packed.size() * sizeof packed[0]), bytes_of(fits.data(), fits.size()));
}

nb::object solve_packed(int height, int width, nb::handle clues, int limit, int threads,
                        std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                        std::optional<std::uint64_t> memory) {
  check_size(height, width);
  if (threads < 1) throw nb::value_error("expected at least one thread");
  const Bytes buffer(clues);
  Packed numbers(buffer.size() / sizeof(std::uint16_t));
  if (!numbers.empty()) std::memcpy(numbers.data(), buffer.data(), numbers.size() * sizeof numbers[0]);
  const PackedRuns packed{height, width, numbers};
  const auto ends = static_cast<std::size_t>(std::count(numbers.begin(), numbers.end(), std::uint16_t{0}));
  const bool ended = numbers.empty() || numbers.back() == 0;
  if (buffer.size() % sizeof(std::uint16_t) != 0 || !ended || ends % packed.lines() != 0) {
    throw nb::value_error("expected a whole number of packed nonograms");
  }
  const std::size_t count = ends / packed.lines();
  const nb::object solutions = bytes_of(nullptr, count * packed.cells());
  const nb::object counts = bytes_of(nullptr, count);
  char* const solved = PyBytes_AsString(solutions.ptr());
  auto* const counted = reinterpret_cast<std::uint8_t*>(PyBytes_AsString(counts.ptr()));
  unlocked({seconds, nodes, memory}, [&](const Limits& limits) {
    solve_runs_batch(packed, count, solved, counted, limit, threads, limits);
    return true;
  });
  return nb::make_tuple(solutions, counts);
}

}   // namespace

void bind_clue_batch(nb::module_& module) {
  module.def("pack_clues", &pack, nb::arg("height"), nb::arg("width"), nb::arg("rows").none(), nb::arg("cols").none(),
             nb::sig("def pack_clues(height: int, width: int, rows: object, cols: object) -> bytes | None"),
             "The clues of a nonogram, lists of whole numbers, for `solve_clues`; None for anything else.");
  module.def("pack_clue_columns", &pack_columns, nb::arg("height"), nb::arg("width"), nb::arg("rows"),
             nb::arg("row_starts"), nb::arg("cols"), nb::arg("col_starts"),
             nb::sig("def pack_clue_columns(height: int, width: int, rows: bytes | memoryview,"
                     " row_starts: bytes | memoryview, cols: bytes | memoryview,"
                     " col_starts: bytes | memoryview) -> tuple[bytes, bytes]"),
             "The clues of many nonograms for `solve_clues`, and a byte for each: 0 for those that do not fit their"
             " lines, and are left out. The buffers have 32-bit numbers: blocks, and where each clue begins.");
  module.def("solve_clues", &solve_packed, nb::arg("height"), nb::arg("width"), nb::arg("clues"), nb::arg("limit"),
             nb::arg("threads"), nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory") = nb::none(),
             nb::sig("def solve_clues(height: int, width: int, clues: bytes | bytearray | memoryview, limit: int,"
                     " threads: int, nodes: int | None, seconds: float | None, memory: int | None = None)"
                     " -> tuple[bytes, bytes]"),
             "The first solution and the number of solutions of many nonograms of one size, packed end to end.");
}

}   // namespace nonairo
