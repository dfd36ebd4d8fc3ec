// Every kernel against tests/data/lines.txt, which the Python tests read, too. Included by lines_test.cpp, which needs
// the same kernels in the same widths: to compile them once more takes long.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "../lines/balanced.hpp"
#include "../lines/bits.hpp"
#include "../lines/runs.hpp"
#include "../table/reader.hpp"
#include "automata.hpp"
#include "check.hpp"

namespace line_cases {

using namespace nonairo;
using lines::Automaton;
using lines::Masks;
using lines::Word;

constexpr const char* kFile = NONAIRO_TEST_DATA "/lines.txt";

struct LineCase {
  int number = 0;     // of its line in the file
  std::string text;   // all of it, to report
  std::string rule, arguments, line, squeezed, count;

  int length() const { return static_cast<int>(line.size()); }
};

inline void check_case(bool ok, const LineCase& line) { check::that(ok, line.text.c_str(), kFile, line.number); }

inline std::vector<LineCase> read_cases() {
  std::vector<LineCase> cases;
  std::ifstream file(kFile);
  std::string text;
  for (int number = 1; std::getline(file, text); ++number) {
    if (text.empty() || text[0] == '#') continue;
    LineCase read;
    read.number = number;
    read.text = text;
    std::istringstream(text) >> read.rule >> read.line >> read.squeezed >> read.count;
    const std::size_t colon = read.rule.find(':');
    if (colon != std::string::npos) read.arguments = read.rule.substr(colon + 1);
    read.rule.resize(std::min(colon, read.rule.size()));
    cases.push_back(read);
  }
  return cases;
}

inline std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char symbol : text) {
    if (symbol == at) parts.emplace_back();
    else parts.back() += symbol;
  }
  return parts;
}

inline std::vector<int> numbers(const std::string& text, char at) {
  std::vector<int> found;
  if (text.empty()) return found;
  for (const std::string& part : split(text, at)) found.push_back(part == "-" ? -1 : std::stoi(part));
  return found;
}

inline std::vector<int> clue_of(const LineCase& line) {
  return line.arguments == "0" ? std::vector<int>{} : numbers(line.arguments, ',');
}

inline Automaton automaton_of(const LineCase& line) {
  if (line.rule == "runs") return automata::runs(clue_of(line), line.length());
  if (line.rule == "balanced") {
    const std::vector<int> quota = numbers(line.arguments, '/');
    return automata::balanced(quota[0], quota[1], quota[2]);
  }
  Automaton table;
  if (line.rule == "anything") {
    table.next = {{0, 0}};
    table.accepts = {true};
    return table;
  }
  const std::vector<std::string> parts = split(line.arguments, ';');
  for (const std::string& state : split(parts[0], '/')) {
    const std::vector<int> targets = numbers(state, ',');
    table.next.push_back({targets[0], targets[1]});
  }
  table.accepts.resize(table.next.size());
  for (const int state : numbers(parts[1], ',')) table.accepts[static_cast<std::size_t>(state)] = true;
  return table;
}

template <class Number>
Number number_of(const std::string& digits) {
  Number number{0};
  for (const char digit : digits) number = (number << 3) + (number << 1) + Number{static_cast<Word>(digit - '0')};
  return number;
}

template <class Bits>
Masks<Bits> masks_of(const std::string& line) {
  Masks<Bits> masks{Bits{0}, Bits{0}};
  for (int k = 0; k < static_cast<int>(line.size()); ++k) {
    if (line[k] != '0') masks.can[1] |= Bits{1} << k;
    if (line[k] != '1') masks.can[0] |= Bits{1} << k;
  }
  return masks;
}

template <class Bits>
std::string text_of(const Masks<Bits>& masks, int length) {
  std::string line;
  for (int k = 0; k < length; ++k) {
    line += !lines::has(masks.can[0], k) ? '1' : !lines::has(masks.can[1], k) ? '0' : '.';
  }
  return line;
}

template <class Bits, class Kernel>
void check_kernel(const LineCase& line, const Kernel& kernel) {
  const Masks<Bits> masks = masks_of<Bits>(line.line);
  const auto squeezed = kernel.squeeze(masks);
  check_case((squeezed ? text_of(*squeezed, line.length()) : "-") == line.squeezed, line);
  const auto count = kernel.count(masks);
  check_case(count == number_of<std::remove_const_t<decltype(count)>>(line.count), line);
}

// In every width that holds the line.
template <template <class> class Kernel, class... Rule>
void check_widths(const LineCase& line, const Rule&... rule) {
  if (line.length() <= 64) check_kernel<Word>(line, Kernel<Word>(rule...));
  if (line.length() <= 128) check_kernel<Words<2>>(line, Kernel<Words<2>>(rule...));
  if (line.length() <= 256) check_kernel<Words<4>>(line, Kernel<Words<4>>(rule...));
  check_kernel<Words<8>>(line, Kernel<Words<8>>(rule...));
}

// The kernel of tables, which counts nothing.
inline void check_table(const LineCase& line) {
  const table::TableReader reader(table::rule_of(automaton_of(line)), static_cast<unsigned>(line.length()));
  std::vector<Symbols> may;
  for (const char cell : line.line) may.push_back(cell == '0' ? 1 : cell == '1' ? 2 : 3);
  table::TableSettler settler;
  const bool possible =
      settler.settle(reader, [&](unsigned i) { return may[i]; }, [&](unsigned i, Symbols gone) { may[i] &= ~gone; });
  std::string squeezed;
  for (const Symbols cell : may) squeezed += cell == 1 ? '0' : cell == 2 ? '1' : '.';
  check_case((possible ? squeezed : "-") == line.squeezed, line);
}

inline void check_all_kernels(const LineCase& line) {
  check_table(line);
  if (line.rule == "runs") check_widths<lines::RunsLine>(line, clue_of(line), line.length());
  if (line.rule == "balanced") {
    const std::vector<int> quota = numbers(line.arguments, '/');
    check_widths<lines::BalancedLine>(line, quota[0], quota[1], quota[2]);
  }
}

inline void every_kernel_agrees_with_the_table() {
  const std::vector<LineCase> cases = read_cases();
  CHECK(cases.size() > 200);
  for (const LineCase& line : cases) check_all_kernels(line);
}

}   // namespace line_cases
