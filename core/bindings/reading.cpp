// Puzzles as people write them most often: rows of cells, lists of clues, and ids of both.
//
// Everything here returns None for whatever is not plain and right. Then Python reads it, and says what is wrong.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "clue_items.hpp"

namespace nonairo {
namespace {

bool is_cell(char c) { return c == '0' || c == '1' || c == '.'; }

nb::object size_and_cells(std::size_t height, std::size_t width, std::string_view cells) {
  if (width == 0 || std::max(height, width) > kLongestSide || cells.size() != height * width) return nb::none();
  const nb::object text = steal(PyUnicode_DecodeASCII(cells.data(), static_cast<Py_ssize_t>(cells.size()), nullptr));
  return nb::make_tuple(height, width, text);
}

// Rows joined by `/` or newlines.
nb::object rows_of_text(std::string_view text) {
  std::string cells(text.size(), '.');
  const std::size_t width = std::min(text.find_first_of("/\n"), text.size());
  std::size_t size = 0, height = 1, row = 0;
  for (const char c : text) {
    if (is_cell(c)) {
      cells[size++] = c;
      ++row;
    } else if ((c == '/' || c == '\n') && row == width) {
      ++height;
      row = 0;
    } else {
      return nb::none();
    }
  }
  if (row != width) return nb::none();
  return size_and_cells(height, width, std::string_view(cells).substr(0, size));
}

nb::object rows_of_list(nb::handle list) {
  std::string cells;
  const auto height = static_cast<std::size_t>(PyList_Size(list.ptr()));
  std::size_t width = 0;
  for (std::size_t k = 0; k < height; ++k) {
    PyObject* const row = PyList_GetItem(list.ptr(), static_cast<Py_ssize_t>(k));
    if (row == nullptr || !PyUnicode_CheckExact(row)) return nb::none();
    const std::string_view text = text_of(nb::borrow<nb::str>(row));
    if (k == 0) width = text.size();
    if (text.size() != width || !std::all_of(text.begin(), text.end(), is_cell)) return nb::none();
    cells += text;
  }
  return height == 0 ? nb::none() : size_and_cells(height, width, cells);
}

nb::object rows(nb::handle source) {
  if (PyUnicode_CheckExact(source.ptr())) return rows_of_text(text_of(nb::borrow<nb::str>(source)));
  return PyList_CheckExact(source.ptr()) ? rows_of_list(source) : nb::none();
}

// A clue as a tuple of the blocks' lengths, the empty tuple for [0]; nothing if it does not fit the line.
nb::object clue_of(nb::handle source, long length) {
  const Items numbers(source);
  Py_ssize_t blocks = 0;
  if (!each_block(numbers, length, [&blocks](long) { ++blocks; })) return {};
  nb::object clue = steal(PyTuple_New(blocks));
  for (Py_ssize_t k = 0; k < blocks; ++k) {
    PyTuple_SetItem(clue.ptr(), k, nb::borrow(numbers[k]).release().ptr());   // takes the reference
  }
  return clue;
}

nb::object clues(nb::handle lines, long length) {
  const Items items(lines);
  const Py_ssize_t count = items.size();
  if (!items.plain() || count < 1 || static_cast<std::size_t>(count) > kLongestSide) return nb::none();
  nb::object all = steal(PyTuple_New(count));
  for (Py_ssize_t k = 0; k < count; ++k) {
    nb::object clue = clue_of(items[k], length);
    if (!clue.is_valid()) return nb::none();
    PyTuple_SetItem(all.ptr(), k, clue.release().ptr());   // takes the reference
  }
  return all;
}

// The clues of one side of an id, `1,1/3/0`, for lines of this length.
nb::object side_of(std::string_view text, std::size_t count, long length) {
  nb::object all = steal(PyTuple_New(static_cast<Py_ssize_t>(count)));
  const char* at = text.data();
  const char* const end = at + text.size();
  std::array<long, kLongestSide> blocks;
  for (std::size_t line = 0; line < count; ++line) {
    std::size_t number = 0;
    long least = -1;
    for (;; ++at) {
      long block = 0;
      if (at == end || *at < '0' || *at > '9') return {};
      const auto [stop, error] = std::from_chars(at, end, block);
      const bool plain = error == std::errc() && (*at != '0' || stop == at + 1);   // no 007
      const bool ends = stop == end || *stop == '/';
      at = stop;
      if (plain && block == 0 && number == 0 && ends) break;
      least += block + 1;
      if (!plain || block < 1 || block > length || least > length) return {};
      blocks[number++] = block;
      if (ends) break;
      if (*at != ',') return {};
    }
    nb::object clue = steal(PyTuple_New(static_cast<Py_ssize_t>(number)));
    for (std::size_t k = 0; k < number; ++k) {
      PyTuple_SetItem(clue.ptr(), static_cast<Py_ssize_t>(k), steal(PyLong_FromLong(blocks[k])).release().ptr());
    }
    PyTuple_SetItem(all.ptr(), static_cast<Py_ssize_t>(line), clue.release().ptr());
    if ((at == end) != (line + 1 == count)) return {};
    if (at != end) ++at;
  }
  return all;
}

// The clue of a line of a finished picture: every `step`-th cell from `at` on.
nb::object clue_in(const char* at, std::size_t length, std::size_t step) {
  std::array<long, kLongestSide> blocks;
  std::size_t number = 0;
  long block = 0;
  for (std::size_t k = 0; k <= length; ++k) {
    if (k < length && at[k * step] == '1') ++block;
    else if (block > 0) blocks[number++] = std::exchange(block, 0);
  }
  nb::object clue = steal(PyTuple_New(static_cast<Py_ssize_t>(number)));
  for (std::size_t k = 0; k < number; ++k) {
    PyTuple_SetItem(clue.ptr(), static_cast<Py_ssize_t>(k), steal(PyLong_FromLong(blocks[k])).release().ptr());
  }
  return clue;
}

nb::object clues_of_picture(nb::str picture, std::size_t height, std::size_t width) {
  const std::string_view cells = text_of(picture);
  if (std::min(height, width) < 1 || std::max(height, width) > kLongestSide || cells.size() != height * width ||
      cells.find_first_not_of("01") != cells.npos) {
    return nb::none();
  }
  nb::object across = steal(PyTuple_New(static_cast<Py_ssize_t>(height)));
  nb::object down = steal(PyTuple_New(static_cast<Py_ssize_t>(width)));
  for (std::size_t r = 0; r < height; ++r) {
    nb::object clue = clue_in(cells.data() + r * width, width, 1);
    PyTuple_SetItem(across.ptr(), static_cast<Py_ssize_t>(r), clue.release().ptr());
  }
  for (std::size_t c = 0; c < width; ++c) {
    nb::object clue = clue_in(cells.data() + c, height, width);
    PyTuple_SetItem(down.ptr(), static_cast<Py_ssize_t>(c), clue.release().ptr());
  }
  return nb::make_tuple(across, down);
}

// The clues of rows and columns in the body of an id without givens.
nb::object clues_in(nb::str body) {
  const std::string_view text = text_of(body);
  const std::size_t middle = text.find(';');
  if (middle == text.npos) return nb::none();
  const std::string_view across = text.substr(0, middle), down = text.substr(middle + 1);
  const auto lines = [](std::string_view side) {
    return static_cast<std::size_t>(std::count(side.begin(), side.end(), '/')) + 1;
  };
  const std::size_t height = lines(across), width = lines(down);
  if (std::max(height, width) > kLongestSide) return nb::none();
  const nb::object row_clues = side_of(across, height, static_cast<long>(width));
  if (!row_clues.is_valid()) return nb::none();
  const nb::object col_clues = side_of(down, width, static_cast<long>(height));
  if (!col_clues.is_valid()) return nb::none();
  return nb::make_tuple(row_clues, col_clues);
}

}   // namespace

void bind_reading(nb::module_& module) {
  module.def("read_rows", &rows, nb::arg("source").none(),
             nb::sig("def read_rows(source: object) -> tuple[int, int, str] | None"),
             "Height, width and cells of a text with `/` or newlines between rows, or of a list of rows; None for anything else.");
  module.def("read_clues", &clues, nb::arg("lines").none(), nb::arg("length"),
             nb::sig("def read_clues(lines: object, length: int) -> tuple[tuple[int, ...], ...] | None"),
             "Lists of whole numbers as clues that fit lines of this length; None for anything else.");
  module.def("clues_of_picture", &clues_of_picture, nb::arg("cells"), nb::arg("height"), nb::arg("width"),
             nb::sig("def clues_of_picture(cells: str, height: int, width: int)"
                     " -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]] | None"),
             "The clues of rows and columns of a finished picture; None for anything else.");
  module.def("read_sides", &clues_in, nb::arg("body"),
             nb::sig("def read_sides(body: str) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]"
                     " | None"),
             "The clues of rows and columns in the body of an id without givens; None for anything else.");
}

}   // namespace nonairo
