#include "clue_climb.hpp"

#include <algorithm>

#include "../lines/seen.hpp"

namespace nonairo::techniques {

namespace {

constexpr std::uint64_t kClueRoundNanoseconds = 2000;

std::size_t at(int number) { return static_cast<std::size_t>(number); }

// The cells of a stretch, cut to the line.
Word stretch(int begin, int end, int length) {
  begin = std::max(begin, 0);
  end = std::min(end, length);
  return begin < end ? lines::low_bits<Word>(end) & ~lines::low_bits<Word>(begin) : 0;
}

}   // namespace

ClueClimb::ClueClimb(const RunsPuzzle& puzzle, const Ladder& ladder)
    : ladder_(ladder), height_(puzzle.height), width_(puzzle.width), first_(at(lines())), clear_(at(lines())),
      decided_(at(lines())) {
  rules_.reserve(at(lines()));
  for (const auto& clue : puzzle.rows) rules_.emplace_back(clue, width_);
  for (const auto& clue : puzzle.columns) rules_.emplace_back(clue, height_);
}

void ClueClimb::read(const std::string& cells) {
  texts_.clear();
  known_.clear();
  for (int line = 0; line < lines(); ++line) {
    const Word all = lines::low_bits<Word>(length(line));
    texts_.emplace_back(at(length(line)), '.');
    known_.push_back({{all, all}});
  }
  open_ = height_ * width_;
  for (int cell = 0; cell < height_ * width_; ++cell) {
    if (cells[at(cell)] != '.') settle(cell / width_, cell % width_, cells[at(cell)] - '0');
  }
  std::fill(first_.begin(), first_.end(), kNothing);
  std::fill(clear_.begin(), clear_.end(), 0);
}

void ClueClimb::settle(int line, int k, int symbol) {
  const bool row = line < height_;
  const int crossing = row ? height_ + k : k, place = row ? line : line - height_;
  texts_[at(line)][at(k)] = texts_[at(crossing)][at(place)] = static_cast<char>('0' + symbol);
  clear_bit(known_[at(line)].can[1 - symbol], k);
  clear_bit(known_[at(crossing)].can[1 - symbol], place);
  for (const int changed : {line, crossing}) {
    first_[at(changed)] = kNothing;
    clear_[at(changed)] = 0;
  }
  --open_;
}

Climbed ClueClimb::run_up(Budget& budget) {
  int level = 1;
  while (open_ > 0) {
    if (!budget.enter_node(kClueRoundNanoseconds)) return {0, budget.limit()};
    const int rung = first_rung();
    if (rung == kNothing) return {};
    level = std::max<int>(level, ladder_[rung].level);
    make_moves(rung);
  }
  return {obeys() ? level : 0};
}

// The techniques of one level after the other look at the lines that have changed: mostly the first level is enough.
int ClueClimb::first_rung() {
  for (int end = 0; end < ladder_.size();) {
    const int level = ladder_[end].level;
    while (end < ladder_.size() && ladder_[end].level == level) ++end;
    for (int line = 0; line < lines(); ++line) {
      if (first_[at(line)] == kNothing && clear_[at(line)] < end) look(line, end);
    }
    const int first = *std::min_element(first_.begin(), first_.end());
    if (first < end) return first;
  }
  return kNothing;
}

// The rungs before `end` that have not looked at the line yet, until one sees something.
void ClueClimb::look(int line, int end) {
  const std::string_view text = texts_[at(line)];
  int& rung = clear_[at(line)];
  lines::Seen seen(rules_[at(line)], text, known_[at(line)]);
  if (!seen.fruitful()) {
    rung = kNothing;   // no technique sees more than there is
    return;
  }
  seen.prepare();
  const Word open = known_[at(line)].can[0] & known_[at(line)].can[1];
  for (; rung < end; ++rung) {
    Decided decided;
    const int technique = ladder_[rung].technique;
    if (technique == lines::kLineCases) {
      if (const auto narrowed = rules_[at(line)].squeeze(known_[at(line)])) {
        decided = {{open & ~narrowed->can[1], open & ~narrowed->can[0]}};
      }
    } else {
      seen.sees(technique, [&](int begin, int last, int symbol) {
        decided.to[symbol] |= open & stretch(begin, last, length(line));
        return false;
      });
    }
    if (decided.any()) {
      first_[at(line)] = rung;
      decided_[at(line)] = decided;
      return;
    }
  }
}

void ClueClimb::make_moves(int rung) {
  std::vector<int> movers;
  for (int line = 0; line < lines(); ++line) {
    if (first_[at(line)] == rung) movers.push_back(line);
  }
  for (const int line : movers) {
    for (int symbol = 0; symbol < 2; ++symbol) {
      for_each_bit(decided_[at(line)].to[symbol], [&](int k) {
        if (texts_[at(line)][at(k)] == '.') settle(line, k, symbol);   // a crossing line may have been first
      });
    }
  }
}

bool ClueClimb::obeys() const {
  for (int line = 0; line < lines(); ++line) {
    if (!rules_[at(line)].squeeze(known_[at(line)])) return false;
  }
  return true;
}

int ClueClimb::sweeps(bool rows_first) const {
  std::vector<Masks<Word>> known = known_;
  int open = open_;
  int number = 0;
  for (int idle = 0; open > 0 && idle < 2;) {
    const bool by_rows = (number++ % 2 == 0) == rows_first;
    const int before = open;
    for (int line = by_rows ? 0 : height_; line < (by_rows ? height_ : lines()); ++line) {
      const auto settled = rules_[at(line)].squeeze(known[at(line)]);
      if (!settled) return 0;
      for (int symbol = 0; symbol < 2; ++symbol) {
        for_each_bit(known[at(line)].can[symbol] & ~settled->can[symbol], [&](int k) {
          clear_bit(known[at(by_rows ? height_ + k : k)].can[symbol], by_rows ? line : line - height_);
          --open;   // of two symbols one is left
        });
      }
      known[at(line)] = *settled;
    }
    idle = open < before ? 0 : idle + 1;
  }
  return open == 0 ? number : 0;
}

}   // namespace nonairo::techniques
