#include "balanced_climb.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "gap_counts.hpp"

namespace nonairo::techniques {

using namespace balanced;

namespace {

constexpr Direction kDirections[] = {kRows, kColumns};
constexpr std::uint64_t kRoundNanoseconds = 200;

lines::BalancedLine<Word> kernel_of(const BalancedShape& shape, Direction direction) {
  const int ones = shape.ones(direction);
  return {shape.length(direction) - ones, ones, 2};
}

}   // namespace

BalancedClimb::BalancedClimb(const BalancedShape& shape, const Ladder& ladder, std::vector<SignLinks> signs)
    : shape_(shape), ladder_(ladder), signs_(std::move(signs)), kernels_{kernel_of(shape, kRows),
                                                                         kernel_of(shape, kColumns)} {
  found_.reserve(2 * kLongestClimbed);
}

void BalancedClimb::read(const char* cells) {
  for (const Direction direction : kDirections) {
    for (int line = 0; line < shape_.lines(direction); ++line) {
      shows_[direction][line][0] = shows_[direction][line][1] = 0;
    }
    changed_[direction] = 0;
  }
  for (int row = 0; row < shape_.height; ++row) {
    for (int col = 0; col < shape_.width; ++col) {
      const char cell = *cells++;
      if (cell == '.') continue;
      shows_[kRows][row][cell - '0'] |= Word{1} << col;
      shows_[kColumns][col][cell - '0'] |= Word{1} << row;
    }
  }
  open_ = shape_.cells();
  for (int row = 0; row < shape_.height; ++row) {
    open_ -= std::popcount(shows_[kRows][row][0] | shows_[kRows][row][1]);
  }
  waiting_.fill({low_bits<Word>(shape_.height), low_bits<Word>(shape_.width)});
}

void BalancedClimb::write(char* cells) const {
  for (int row = 0; row < shape_.height; ++row) {
    for (int col = 0; col < shape_.width; ++col) {
      const Word* const shows = shows_[kRows][row];
      *cells++ = (shows[0] >> col & 1) != 0 ? '0' : (shows[1] >> col & 1) != 0 ? '1' : '.';
    }
  }
}

bool BalancedClimb::is_open(int cell) const {
  const Word* const shows = shows_[kRows][cell / shape_.width];
  return ((shows[0] | shows[1]) >> (cell % shape_.width) & 1) == 0;
}

void BalancedClimb::settle(int cell, int symbol) { settle(kRows, cell / shape_.width, cell % shape_.width, symbol); }

void BalancedClimb::settle(Direction direction, int line, int k, int symbol) {
  shows_[direction][line][symbol] |= Word{1} << k;
  shows_[other(direction)][k][symbol] |= Word{1} << line;
  changed_[direction] |= Word{1} << line;
  changed_[other(direction)] |= Word{1} << k;
  --open_;
}

BalancedView BalancedClimb::view(Direction direction, int line) const {
  const int length = shape_.length(direction), ones = shape_.ones(direction);
  const Word* const shows = shows_[direction][line];
  const SignLinks* const signs =
      signs_.empty() ? nullptr : &signs_[static_cast<std::size_t>(number(direction, line))];
  return {length, {length - ones, ones}, {shows[0], shows[1]}, signs};
}

Climbed BalancedClimb::run_up(Budget& budget) {
  int level = 1;
  while (open_ > 0) {
    if (!budget.enter_node(kRoundNanoseconds)) return {0, budget.limit()};
    for (auto& waiting : waiting_) {
      for (const Direction direction : kDirections) waiting[direction] |= changed_[direction];
    }
    changed_[kRows] = changed_[kColumns] = 0;
    int rank = 0;
    while (rank < ladder_.size() && !look(rank)) ++rank;
    if (rank == ladder_.size()) return {};
    level = std::max<int>(level, ladder_[rank].level);
    make_moves();
  }
  return {obeys() ? level : 0};
}

bool BalancedClimb::look(int rank) {
  const auto technique = static_cast<BalancedTechnique>(ladder_[rank].technique);
  found_.clear();
  if (technique == BalancedTechnique::twin_line || technique == BalancedTechnique::twin_cases) {
    look_for_twins(technique == BalancedTechnique::twin_cases);
    return !found_.empty();
  }
  auto& waiting = waiting_[static_cast<std::size_t>(rank)];
  for (const Direction direction : kDirections) {
    for_each_bit(std::exchange(waiting[direction], 0), [&](int line) { look_at_line(direction, line, technique); });
  }
  return !found_.empty();
}

void BalancedClimb::look_at_line(Direction direction, int line, BalancedTechnique technique) {
  const BalancedView seen = view(direction, line);
  const auto decided = [&]() -> Decided {
    switch (technique) {
      case BalancedTechnique::pair: return pair(seen);
      case BalancedTechnique::sandwich: return sandwich(seen);
      case BalancedTechnique::sign_copy: return sign_copy(seen);
      case BalancedTechnique::last_cell: return last_cell(seen);
      case BalancedTechnique::sign_equal_edge: return sign_equal_edge(seen);
      case BalancedTechnique::sign_chain: return sign_chain(seen);
      case BalancedTechnique::count_out: return count_out(seen);
      case BalancedTechnique::one_left: return one_left(seen);
      case BalancedTechnique::sign_quota: return sign_quota(seen);
      case BalancedTechnique::gap_quota: return gap_quota(seen);
      case BalancedTechnique::line_cases: return line_cases(seen, kernels_[direction]);
      case BalancedTechnique::twin_line:
      case BalancedTechnique::twin_cases: break;
    }
    return {};
  };
  note(direction, line, decided());
}

Decided BalancedClimb::line_cases(const BalancedView& line, const lines::BalancedLine<Word>& kernel) const {
  const Word all = low_bits<Word>(line.length);
  const auto narrowed = kernel.squeeze({{all & ~line.shows[1], all & ~line.shows[0]}});
  if (!narrowed) return {};
  const Word open = line.open();
  return {{open & ~narrowed->can[1], open & ~narrowed->can[0]}};
}

// What finished parallel lines have taken already: an open line looks at those that it could still be equal to.
void BalancedClimb::look_for_twins(bool cases) {
  if (!shape_.distinct) return;
  for (const Direction direction : kDirections) {
    const Word all = low_bits<Word>(shape_.length(direction));
    for (int line = 0; line < shape_.lines(direction); ++line) {
      const BalancedView seen = view(direction, line);
      const int open = std::popcount(seen.open());
      if (open == 0 || (!cases && open != 2)) continue;
      rivals_.clear();
      for (int twin = 0; twin < shape_.lines(direction); ++twin) {
        const Word* const shows = shows_[direction][twin];
        const bool finished = (shows[0] | shows[1]) == all;
        const bool fits = (shows[0] & seen.shows[1]) == 0 && (shows[1] & seen.shows[0]) == 0;
        if (twin != line && finished && fits) rivals_.push_back(shows[1]);
      }
      if (rivals_.empty()) continue;
      note(direction, line, cases ? twin_cases(seen, rivals_, kernels_[direction]) : twin_line(seen, rivals_));
    }
  }
}

Decided BalancedClimb::twin_line(const BalancedView& line, const std::vector<Word>& rivals) const {
  Decided found;
  const Word open = line.open();
  for (const Word ones : rivals) {
    if (std::popcount(ones & open) != 1) continue;   // the line cannot be finished at all
    found.to[0] |= ones & open;
    found.to[1] |= ~ones & open;
  }
  return found;
}

// A symbol is used up in a cell if as many finished lines have it there as there are ways to finish this one with it.
Decided BalancedClimb::twin_cases(const BalancedView& line, const std::vector<Word>& rivals,
                                  const lines::BalancedLine<Word>& kernel) const {
  Decided found;
  const Word all = low_bits<Word>(line.length);
  for_each_bit(line.open(), [&](int k) {
    const Word cell = Word{1} << k;
    for (int symbol = 1; symbol >= 0; --symbol) {
      Word alike = 0;
      for (const Word ones : rivals) alike += (ones >> k & 1) == static_cast<Word>(symbol);
      if (alike == 0) continue;
      Word known[2] = {line.shows[0], line.shows[1]};
      known[symbol] |= cell;
      if (kernel.count({{all & ~known[1], all & ~known[0]}}) == alike) found.to[1 - symbol] |= cell;
    }
  });
  return found;
}

void BalancedClimb::make_moves() {
  for (const Found& found : found_) {
    for (int symbol = 0; symbol < 2; ++symbol) {
      const Word open = view(found.direction, found.line).open();   // another move may have decided some of it
      for_each_bit(found.decided.to[symbol] & open,
               [&](int k) { settle(found.direction, found.line, k, symbol); });
    }
  }
}

bool BalancedClimb::obeys() const {
  for (const Direction direction : kDirections) {
    for (int line = 0; line < shape_.lines(direction); ++line) {
      const BalancedView seen = view(direction, line);
      if (seen.left(0) != 0 || seen.left(1) != 0) return false;
      for (const Word shows : seen.shows) {
        if ((shows & shows >> 1 & shows >> 2) != 0) return false;
      }
      if (seen.signs != nullptr) {
        const Word turns = seen.shows[1] ^ seen.shows[1] >> 1;
        if ((turns & seen.signs->same) != 0 || (~turns & seen.signs->differ) != 0) return false;
      }
      for (int twin = 0; shape_.distinct && twin < line; ++twin) {
        if (shows_[direction][twin][1] == seen.shows[1]) return false;
      }
    }
  }
  return true;
}

}   // namespace nonairo::techniques
