// Signs as they cross the border: the text of each line, `=`, `x` or `.` for each two neighbours, or nothing.
#pragma once

#include <string_view>
#include <vector>

#include "../signs/puzzle.hpp"
#include "border.hpp"

namespace nonairo {

inline LineSigns signs_of(std::string_view text) {
  LineSigns signs;
  if (text.size() > 63) throw nb::value_error("a line with signs has up to 64 cells");
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '=') signs.same |= std::uint64_t{1} << k;
    else if (text[k] == 'x') signs.differ |= std::uint64_t{1} << k;
    else if (text[k] != '.') throw nb::value_error("signs are =, x and .");
  }
  return signs;
}

// Of all lines: rows from the top, then columns from the left.
inline std::vector<LineSigns> signs_of(nb::list lines) {
  std::vector<LineSigns> signs;
  signs.reserve(lines.size());
  for (const nb::handle line : lines) signs.push_back(signs_of(text_of(nb::cast<nb::str>(line))));
  return signs;
}

}   // namespace nonairo
