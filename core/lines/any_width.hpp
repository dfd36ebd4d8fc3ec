// A line kernel of the narrowest width that holds its cells.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "bits.hpp"

namespace nonairo::lines {

inline constexpr int kLongestLine = 1024;

template <template <class> class Line>
using AnyWidth = std::variant<Line<Word>, Line<Words<2>>, Line<Words<4>>, Line<Words<8>>, Line<Words<16>>>;

template <template <class> class Line, class... Rule>
AnyWidth<Line> fit_width(long long length, const Rule&... rule) {
  if (length < 0 || length > kLongestLine) {
    throw std::invalid_argument("a line has 0 to " + std::to_string(kLongestLine) + " cells, not " +
                                std::to_string(length));
  }
  if (length <= 64) return Line<Word>(rule...);
  if (length <= 128) return Line<Words<2>>(rule...);
  if (length <= 256) return Line<Words<4>>(rule...);
  if (length <= 512) return Line<Words<8>>(rule...);
  return Line<Words<16>>(rule...);
}

}   // namespace nonairo::lines
