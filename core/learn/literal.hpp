// Variables and literals of the learning engine.
#pragma once

#include <compare>
#include <cstdint>

namespace nonairo {

using Variable = std::uint32_t;

// A variable or its opposite, packed so that both index one array:
//
//      31 ........... 1     0
//      [   variable   ][ is false ]
//
struct Literal {
  std::uint32_t code;

  constexpr Literal() : code(~0u) {}
  constexpr Literal(Variable variable, bool value) : code(variable << 1 | (value ? 0u : 1u)) {}

  static constexpr Literal from_code(std::uint32_t code) {
    Literal literal;
    literal.code = code;
    return literal;
  }

  constexpr Variable variable() const { return code >> 1; }
  constexpr bool value() const { return (code & 1) == 0; }   // the value it gives its variable
  constexpr bool exists() const { return code != ~0u; }      // false: "no literal"
  constexpr Literal operator~() const { return from_code(code ^ 1); }
  constexpr auto operator<=>(const Literal&) const = default;
};

}   // namespace nonairo
