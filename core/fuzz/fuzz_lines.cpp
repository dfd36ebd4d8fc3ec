// Single lines of any rule and masks, beside trying all of them; and suppositions of whole positions.
#include "../lines/balanced.hpp"
#include "../lines/runs.hpp"
#include "../probe/prober.hpp"
#include "input.hpp"

using namespace nonairo;
using fuzz::claim;
using lines::Masks;
using lines::Word;

namespace {

constexpr int kTried = 10;   // cells of lines that are tried out

bool has_blocks(Word line, int length, const std::vector<int>& clue) {
  std::vector<int> blocks;
  for (int k = 0; k < length; ++k) {
    if ((line >> k & 1) == 0) continue;
    if (k == 0 || (line >> (k - 1) & 1) == 0) blocks.push_back(0);
    ++blocks.back();
  }
  std::vector<int> wanted;
  for (const int block : clue) {
    if (block != 0) wanted.push_back(block);
  }
  return blocks == wanted;
}

bool is_balanced(Word line, int length, int ones, int longest) {
  int count = 0, run = 0;
  for (int k = 0; k < length; ++k) {
    count += static_cast<int>(line >> k & 1);
    run = k > 0 && (line >> k & 1) == (line >> (k - 1) & 1) ? run + 1 : 1;
    if (run > longest) return false;
  }
  return count == ones;
}

template <class Kernel, class Obeys>
void check_line(const Kernel& kernel, int length, const Masks<Word>& masks, Obeys&& obeys) {
  const auto squeezed = kernel.squeeze(masks);
  const auto number = kernel.count(masks);
  if (length > kTried) return;
  Word can[2] = {0, 0};
  Word tried = 0;
  const Word all = (Word{1} << length) - 1;
  for (Word line = 0; line <= all; ++line) {
    if ((line & ~masks.can[1]) != 0 || (~line & all & ~masks.can[0]) != 0 || !obeys(line)) continue;
    can[1] |= line;
    can[0] |= ~line & all;
    ++tried;
  }
  claim(squeezed.has_value() == (tried != 0), "a line is possible if one is found by trying");
  claim(number == decltype(number)(tried), "a line has as many completions as are found by trying");
  if (squeezed) claim(squeezed->can[0] == can[0] && squeezed->can[1] == can[1], "a line is settled exactly");
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  return fuzz::tried([&] {
    const int length = input.side(kTried, 64);
    const Word all = lines::low_bits<Word>(length);
    Masks<Word> masks{{all, all}};
    for (int k = 0; k < length && !input.empty(); ++k) {
      const int lost = input.below(8);
      if (lost < 2) masks.can[lost] &= ~(Word{1} << k);
      if (lost == 7 && input.byte() == 0) masks.can[0] &= masks.can[1] &= ~(Word{1} << k);   // it can be nothing
    }
    const int ones = input.between(0, length), longest = input.between(1, 5);
    check_line(lines::BalancedLine<Word>(length - ones, ones, longest), length, masks,
               [&](Word line) { return is_balanced(line, length, ones, longest); });
    std::vector<int> clue;
    for (int left = input.below(6); left > 0; --left) clue.push_back(input.between(-1, length + 1));
    if (!clue.empty() && clue.front() < 0) clue.assign(2, input.flag() ? 1'500'000'000 : -2'147'483'647);
    check_line(lines::RunsLine<Word>(clue, length), length, masks,
               [&](Word line) { return has_blocks(line, length, clue); });
  });
}
