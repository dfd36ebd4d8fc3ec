// What fuzz targets share: bytes read as numbers and cells, solutions collected, claims that end the program.
//
// A target is one file, fuzz_NAME.cpp, with LLVMFuzzerTestOneInput. It reads a puzzle and its limits out of any bytes,
// asks the core as the bindings do, and claims what must hold whatever the bytes are. Built by clang it is driven by
// libFuzzer, else by drive.cpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include "../limits.hpp"
#include "../outcome.hpp"

namespace nonairo::fuzz {

// Bytes as they come; zeros behind the last.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  int byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  bool flag() { return (byte() & 1) != 0; }
  int below(int end) { return byte() % end; }
  int between(int first, int last) { return first + below(last - first + 1); }
  bool empty() const { return left_ == 0; }

  // Mostly small; now and then as large as it gets, or just beyond a power of two.
  int side(int usual, int most) {
    const int chosen = byte();
    if (chosen < 240) return 1 + chosen % usual;
    constexpr int kBorders[] = {31, 32, 33, 63, 64, 65, 66, 96, 127, 128, 129, 130, 192, 256, 257, 512};
    return std::min(most, kBorders[chosen - 240]);
  }

  std::string cells(std::size_t number, std::string_view alphabet) {
    std::string text(number, '.');
    if (flag()) return text;
    for (char& cell : text) {
      if (empty()) break;   // the rest is blank
      const auto chosen = static_cast<std::size_t>(byte()) % (2 * alphabet.size());
      if (chosen < alphabet.size()) cell = alphabet[chosen];
    }
    return text;
  }

  // Few nodes, so that every input is quick; sometimes hardly any memory, or no time at all.
  Limits limits() {
    Limits limits;
    limits.nodes = static_cast<std::uint64_t>(byte()) * 4;
    limits.seconds = 1;
    const int memory = byte();
    if (memory > 200) limits.memory = static_cast<std::uint64_t>(memory - 201) * 1000;
    if (byte() > 250) limits.seconds = 0;
    return limits;
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

inline void claim(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "it does not hold that %s\n", what);
  std::abort();
}

struct Collected {
  std::set<std::string> solutions;
  bool all = false;   // there are no others
};

// Up to `most` solutions, each of which `solves`; and what the search knows of them all.
template <class Solves>
Collected collect(AnySearch& search, std::size_t cells, std::size_t most, Solves&& solves) {
  Collected found;
  std::string solution(cells, '?');
  while (found.solutions.size() < most && search.next(solution.data())) {
    claim(solves(solution), "a solution obeys the rules");
    claim(found.solutions.insert(solution).second, "a solution comes once");
  }
  found.all = search.outcome() == Outcome::exhausted;
  claim((search.outcome() == Outcome::limit) == (search.limit() != Limit::none), "a limit that was reached has a name");
  std::string known(cells, '?');
  search.partial(known.data());
  for (const std::string& each : found.solutions) {
    for (std::size_t k = 0; k < cells; ++k) claim(known[k] == '.' || known[k] == each[k], "what is known is so");
  }
  return found;
}

// Two ways to the solutions of one puzzle tell the same, as far as they got.
inline void compare(const Collected& one, const Collected& other) {
  const auto among = [](const Collected& all, const Collected& some) {
    if (!all.all) return;
    for (const std::string& each : some.solutions) claim(all.solutions.contains(each), "both ways have a solution");
  };
  among(one, other);
  among(other, one);
}

// What is refused is refused by an exception.
template <class Try>
int tried(Try&& attempt) {
  try {
    attempt();
  } catch (const std::invalid_argument&) {}
  return 0;
}

}   // namespace nonairo::fuzz
