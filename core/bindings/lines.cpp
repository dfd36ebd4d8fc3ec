// Single lines. Their masks cross the border as a tuple (can be 0, can be 1) of ints of any size: bit k is
// cell k.
#include "../lines/any_width.hpp"
#include "../lines/balanced.hpp"
#include "../lines/bits.hpp"
#include "../lines/needless.hpp"
#include "../lines/runs.hpp"
#include "../lines/seen.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "masks.hpp"

namespace nonairo {
namespace {

using lines::Masks;
using lines::Word;

[[noreturn]] void refuse_mask(int length) {
  PyErr_Clear();
  throw nb::value_error(("a mask of this line is an int from 0 to 2**" + std::to_string(length) + " - 1").c_str());
}

void read(nb::handle number, int length, Word& bits) {
  if (!PyLong_Check(number.ptr())) refuse_mask(length);
  bits = PyLong_AsUnsignedLongLong(number.ptr());
  if (bits == ~Word{0} && PyErr_Occurred() != nullptr) refuse_mask(length);
}

template <int N>
void read(nb::handle number, int length, Words<N>& bits) {
  if (!PyLong_Check(number.ptr())) refuse_mask(length);
  const nb::object bytes = bytes_of(number, N * 8);
  if (!bytes.is_valid()) refuse_mask(length);   // negative, or too long
  const char* const byte = PyBytes_AsString(bytes.ptr());
  bits = Words<N>{0};
  for (int k = 0; k < N * 8; ++k) {
    bits.word[k / 8] |= Word{static_cast<unsigned char>(byte[k])} << (k % 8 * 8);
  }
}

template <class Bits>
Masks<Bits> read_masks(int length, nb::tuple masks) {
  if (masks.size() != 2) throw nb::value_error("the masks of a line are (can be 0, can be 1)");
  Masks<Bits> line;
  read(masks[0], length, line.can[0]);
  read(masks[1], length, line.can[1]);
  const Bits outside = (line.can[1] | line.can[0]) & ~lines::low_bits<Bits>(length);
  if (lines::any(outside)) refuse_mask(length);
  return line;
}

nb::tuple numbers(std::span<const int> several) {
  nb::list listed;
  for (const int number : several) listed.append(number);
  return nb::tuple(listed);
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
      const nb::object one = write(squeezed->can[1]);
      const nb::object zero = write(squeezed->can[0]);
      return steal(PyTuple_Pack(2, zero.ptr(), one.ptr()));
    });
  }

  nb::object blocks(nb::str cells) const {
    return std::visit(
        [&](const auto& kernel) -> nb::object {
          const std::string_view text = text_of(cells);
          check_cells(text, static_cast<std::size_t>(kernel.length()));
          lines::Seen seen(kernel, text);
          if (!seen.possible()) return nb::none();
          nb::list groups, owners;
          for (const auto& group : seen.find_groups()) {
            groups.append(nb::make_tuple(group.begin, group.end));
            nb::list owned;
            for (int j = group.first; j <= group.last && group.owners > 0; ++j) {
              if (seen.owns(j, group.begin, group.end)) owned.append(j);
            }
            owners.append(nb::tuple(owned));
          }
          return nb::make_tuple(numbers(seen.left()), numbers(seen.right()), nb::tuple(groups), nb::tuple(owners));
        },
        kernel_);
  }

  int first_seen(nb::str cells, std::uint32_t among) const {
    return std::visit(
        [&](const auto& kernel) {
          const std::string_view text = text_of(cells);
          check_cells(text, static_cast<std::size_t>(kernel.length()));
          return lines::Seen(kernel, text).first(among);
        },
        kernel_);
  }

  // Cells that may be unknown and the line still bars something: the first ones rather than the last.
  // With None for what is barred: and it is still impossible.
  nb::object needless(nb::tuple masks, const std::vector<int>& cells, std::optional<nb::tuple> barred) const {
    return visit(masks, [&]<class Bits>(const Kernel<Bits>& kernel, const Masks<Bits>& line) -> nb::object {
      for (const int k : cells) {
        if (k < 0 || k >= kernel.length()) throw nb::value_error("no such cell");
      }
      if (!barred) return nb::cast(lines::needless_to_break(kernel, line, cells));
      return nb::cast(lines::needless(kernel, line, cells, read_masks<Bits>(kernel.length(), *barred)));
    });
  }

  std::string reduced(nb::str cells, const std::vector<int>& looked, int sight, int block, int filled, int begin,
                      int end, const std::vector<int>& effects, nb::str values) const {
    return std::visit(
        [&]<class Bits>(const Kernel<Bits>& kernel) {
          const std::string_view text = text_of(cells), symbols = text_of(values);
          const int length = kernel.length();
          check_cells(text, static_cast<std::size_t>(length));
          check_cells(symbols, effects.size());
          const auto outside = [length](int k) { return k < 0 || k >= length; };
          if (std::any_of(looked.begin(), looked.end(), outside) || effects.empty() ||
              std::any_of(effects.begin(), effects.end(), outside) || outside(filled) || begin < 0 || begin > end ||
              end > length || block < 0 || block >= kernel.blocks()) {
            throw nb::value_error("no such cell, or no such block");
          }
          Masks<Bits> barred{{Bits{0}, Bits{0}}};
          for (std::size_t i = 0; i < effects.size(); ++i) set_bit(barred.can[symbols[i] == '0'], effects[i]);
          return lines::reduced(kernel, text, looked, barred, lines::Claim{sight, block, filled, begin, end, effects});
        },
        kernel_);
  }

  nb::object count(nb::tuple masks) const {
    return visit(masks, [](const auto& kernel, const auto& line) -> nb::object { return write(kernel.count(line)); });
  }

 private:
  template <class Do>
  nb::object visit(nb::tuple masks, Do&& act) const {
    return std::visit(
        [&]<class Bits>(const Kernel<Bits>& kernel) { return act(kernel, read_masks<Bits>(kernel.length(), masks)); },
        kernel_);
  }

  lines::AnyWidth<Kernel> kernel_;
};

using RunsLine = Line<lines::RunsLine>;
using BalancedLine = Line<lines::BalancedLine>;

template <template <class> class Kernel>
void bind_methods(nb::class_<Line<Kernel>>& bound) {
  bound.def_prop_ro("length", &Line<Kernel>::length, "The number of cells.")
      .def("squeeze", &Line<Kernel>::squeeze, nb::arg("masks"),
           nb::sig("def squeeze(self, masks: tuple[int, ...]) -> tuple[int, ...] | None"),
           "What each cell can be in some completion; None if there is none.")
      .def("needless", &Line<Kernel>::needless, nb::arg("masks"), nb::arg("cells"), nb::arg("barred").none(),
           nb::sig("def needless(self, masks: tuple[int, ...], cells: collections.abc.Sequence[int],"
                   " barred: tuple[int, ...] | None) -> list[int]"),
           "Of some cells those that may be unknown together, the first ones rather than the last, and still nothing"
           " barred is left; or, with None, and the line is still impossible.")
      .def("count", &Line<Kernel>::count, nb::arg("masks"), nb::sig("def count(self, masks: tuple[int, ...]) -> int"),
           "The number of completions.");
}

}   // namespace

void bind_lines(nb::module_& module) {
  nb::class_<RunsLine> runs(module, "RunsLine", "A line with these blocks of ones, in order.");
  runs.def(
      "__init__",
      [](RunsLine* self, const std::vector<int>& clue, int length) {
        new (self) RunsLine(lines::fit_width<lines::RunsLine>(length, clue, length));
      },
      nb::arg("clue"), nb::arg("length"));
  bind_methods(runs);
  runs.def("blocks", &RunsLine::blocks, nb::arg("cells"),
           nb::sig("def blocks(self, cells: str) -> tuple[tuple[int, ...], tuple[int, ...],"
                   " tuple[tuple[int, int], ...], tuple[tuple[int, ...], ...]] | None"),
           "The first and the last start of each block in some completion; the groups of filled cells (first cell, one"
           " past the last), and for each the blocks that it can be part of. None if there is no completion.");
  runs.def("first_seen", &RunsLine::first_seen, nb::arg("cells"), nb::arg("among"),
           "The number in `sights` of the first technique among some (a bit each) that decides a cell; -1 if none"
           " does, -2 if there is no completion.");
  runs.def("reduced", &RunsLine::reduced, nb::arg("cells"), nb::arg("looked"), nb::arg("sight"), nb::arg("block"),
           nb::arg("filled"), nb::arg("begin"), nb::arg("end"), nb::arg("effects"), nb::arg("values"),
           nb::sig("def reduced(self, cells: str, looked: collections.abc.Sequence[int], sight: int, block: int,"
                   " filled: int, begin: int, end: int, effects: collections.abc.Sequence[int], values: str) -> str"),
           "The line with those of some cells unknown that a step does not need to follow, and to be seen by a technique"
           " of `sights`. Its sentence is about a block, a filled cell and a stretch of cells (0 where it names none).");
  module.def(
      "sights",
      [] {
        nb::list names;
        for (const char* const name : lines::kSights) names.append(nb::str(name));
        return nb::tuple(names);
      },
      nb::sig("def sights() -> tuple[str, ...]"), "The techniques of which `first_seen` tells, by their numbers.");

  nb::class_<BalancedLine> balanced(
      module, "BalancedLine", "A line with so many zeros and ones, and never more than `longest` alike in a row.");
  balanced.def(
      "__init__",
      [](BalancedLine* self, int zeros, int ones, int longest) {
        new (self) BalancedLine(
            lines::fit_width<lines::BalancedLine>(static_cast<long long>(zeros) + ones, zeros, ones, longest));
      },
      nb::arg("zeros"), nb::arg("ones"), nb::arg("longest") = 2);
  bind_methods(balanced);
}

}   // namespace nonairo
