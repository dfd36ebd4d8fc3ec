#include "coloured.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "../learn/lines_search.hpp"
#include "../lines/theory.hpp"
#include "coloured_lines.hpp"
#include "puzzle.hpp"

namespace nonairo {

namespace {

// First lines alone, which decide most puzzles and know no clauses; then, where they leave something open, the
// learning search.
template <int N>
class ColouredSearch final : public AnySearch {
 public:
  ColouredSearch(std::shared_ptr<const ColouredPuzzle> puzzle, std::string givens, const Limits& limits,
                 std::uint64_t seed)
      : puzzle_(std::move(puzzle)), givens_(std::move(givens)), limits_(limits), seed_(seed), budget_(limits),
        readers_(readers_of(*puzzle_)), kernel_(readers_, *puzzle_),
        board_(static_cast<unsigned>(puzzle_->height), static_cast<unsigned>(puzzle_->width),
               static_cast<unsigned>(puzzle_->symbols)) {}
  ColouredSearch(const ColouredSearch&) = delete;

  bool next(char* out) override {
    if (!begun_) begin();
    if (search_) return search_->next(out);
    if (ended_ || budget_.spent()) return false;
    ended_ = true;   // all cells are decided
    if (!solves(*puzzle_, givens_, known_)) throw WrongSolution();
    std::copy(known_.begin(), known_.end(), out);
    return true;
  }
  Outcome outcome() const override {
    if (search_) return search_->outcome();
    if (ended_) return Outcome::exhausted;
    return budget_.spent() ? Outcome::limit : Outcome::running;
  }
  Limit limit() const override {
    if (search_) return search_->limit();
    return outcome() == Outcome::limit ? budget_.limit() : Limit::none;
  }
  Stats stats() const override {
    Stats stats;
    if (search_) stats = search_->stats();
    stats.nodes += budget_.nodes();
    stats.propagations += settled_;
    return stats;
  }
  void partial(char* out) override {
    if (!begun_) begin();
    if (search_) return search_->partial(out);
    std::copy(known_.begin(), known_.end(), out);
  }

 private:
  using Kernel = table::ColouredKernel<N>;
  using Bits = typename Kernel::Bits;
  using Lines = lines::LinesTheory<Kernel>;

  static typename Kernel::Readers readers_of(const ColouredPuzzle& puzzle) {
    std::vector<typename Kernel::Reader> readers;
    readers.reserve(puzzle.clues.size());
    for (const ColouredClue& clue : puzzle.clues) readers.emplace_back(clue, puzzle.symbols);
    return std::make_shared<const std::vector<typename Kernel::Reader>>(std::move(readers));
  }

  void begin() {
    begun_ = true;
    known_ = givens_;
    if (!budget_.enter_node(1000)) return;
    for (unsigned cell = 0; cell < givens_.size(); ++cell) {
      if (givens_[cell] == '.') continue;
      const auto symbol = static_cast<unsigned>(kAlphabet.find(givens_[cell]));
      for (unsigned s = 0; s < board_.symbols(); ++s) {
        if (s != symbol) board_.lose(cell / board_.width(), cell % board_.width(), s);
      }
    }
    if (!settle()) {
      ended_ = !budget_.spent();
      return;
    }
    note_cells();
    if (known_.find('.') != std::string::npos) search_on();
  }

  // Line after line until nothing changes; what changes a row is looked at in the columns, and the other way round.
  // False: a line has no completion, or a limit came first.
  bool settle() {
    Bits dirty[2] = {low_bits<Bits>(puzzle_->height), low_bits<Bits>(puzzle_->width)};
    std::vector<Bits> now(board_.symbols());
    while (any(dirty[0]) || any(dirty[1])) {
      for (unsigned side = 0; side < 2; ++side) {
        for (; any(dirty[side]); dirty[side] = without_lowest(dirty[side])) {
          const auto number = static_cast<unsigned>(lowest_bit(dirty[side]));
          const unsigned line = side * board_.height() + number;
          if (!budget_.charge(kernel_.nanoseconds(line))) return false;
          for (unsigned s = 0; s < board_.symbols(); ++s) now[s] = board_.can(line, s);
          kernel_.settle(&line, now.data(), 1);
          ++settled_;
          if (!take_over(line, side, number, now, dirty[1 - side])) return false;
        }
      }
    }
    return true;
  }

  bool take_over(unsigned line, unsigned side, unsigned number, const std::vector<Bits>& now, Bits& crossing) {
    Bits some{};
    for (const Bits& can : now) some |= can;
    if (some != board_.all(line)) return false;
    for (unsigned s = 0; s < now.size(); ++s) {
      const Bits lost = board_.can(line, s) & ~now[s];
      crossing |= lost;
      lost.for_each([&](unsigned place) {
        if (side == 0) board_.lose(number, place, s);
        else board_.lose(place, number, s);
      });
    }
    return true;
  }

  void note_cells() {
    for (unsigned r = 0; r < board_.height(); ++r) {
      Bits once{}, twice{};
      for (unsigned s = 0; s < board_.symbols(); ++s) {
        twice |= once & board_.can(r, s);
        once |= board_.can(r, s);
      }
      for (unsigned s = 0; s < board_.symbols(); ++s) {
        (board_.can(r, s) & ~twice).for_each([&](unsigned c) { known_[r * board_.width() + c] = kAlphabet[s]; });
      }
    }
  }

  void search_on() {
    Limits left = limits_;
    left.seconds = std::max(limits_.seconds - budget_.seconds(), 0.0);
    left.nodes -= std::min(left.nodes, budget_.nodes());
    const auto make = [&](Budget& budget) { return Lines(Kernel(readers_, *puzzle_), board(), false, budget); };
    const auto check = [this](std::string_view answer) { return solves(*puzzle_, givens_, answer); };
    const auto alphabet = kAlphabet.substr(0, board_.symbols());
    search_ = std::make_unique<LinesSearch<Lines>>(make, known_, alphabet, check, left, seed_);
  }
  typename Kernel::Board board() const { return {board_.height(), board_.width(), board_.symbols()}; }

  std::shared_ptr<const ColouredPuzzle> puzzle_;
  std::string givens_, known_;
  Limits limits_;
  std::uint64_t seed_;
  Budget budget_;
  typename Kernel::Readers readers_;
  Kernel kernel_;
  typename Kernel::Board board_;
  std::unique_ptr<LinesSearch<Lines>> search_;
  std::uint64_t settled_ = 0;
  bool begun_ = false, ended_ = false;
};

bool has_clue(std::string_view line, const ColouredClue& clue) {
  std::size_t at = 0, block = 0;
  while (at < line.size()) {
    const char symbol = line[at];
    std::size_t end = at;
    while (end < line.size() && line[end] == symbol) ++end;
    if (symbol != '0') {
      if (block == clue.size() || static_cast<int>(end - at) != clue[block].length) return false;
      if (kAlphabet[static_cast<std::size_t>(clue[block].symbol)] != symbol) return false;
      ++block;
    }
    at = end;
  }
  return block == clue.size();
}

}   // namespace

void ColouredPuzzle::check() const {
  if (height < 1 || width < 1 || height > kLongestTableSide || width > kLongestTableSide) {
    throw std::invalid_argument("a side has 1 to 512 cells");
  }
  if (symbols < 2 || symbols > table::kMostSymbols) throw std::invalid_argument("a puzzle has 2 to 36 symbols");
  if (static_cast<int>(clues.size()) != height + width) throw std::invalid_argument("one clue per line");
  for (int line = 0; line < height + width; ++line) {
    long long least = 0;
    int last = 0;
    for (const auto [size, symbol] : clues[static_cast<std::size_t>(line)]) {
      if (size < 1) throw std::invalid_argument("a block has at least one cell");
      if (symbol < 1 || symbol >= symbols) throw std::invalid_argument("no such symbol");
      least += static_cast<long long>(size) + (symbol == last);
      last = symbol;
    }
    if (least > length(line)) throw std::invalid_argument("a clue does not fit its line");
  }
}

bool solves(const ColouredPuzzle& puzzle, std::string_view givens, std::string_view answer) {
  for (std::size_t k = 0; k < givens.size(); ++k) {
    if (givens[k] != '.' && givens[k] != answer[k]) return false;
  }
  const auto height = static_cast<std::size_t>(puzzle.height), width = static_cast<std::size_t>(puzzle.width);
  for (std::size_t r = 0; r < height; ++r) {
    if (!has_clue(answer.substr(r * width, width), puzzle.clues[r])) return false;
  }
  std::string column(height, '.');
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t r = 0; r < height; ++r) column[r] = answer[r * width + c];
    if (!has_clue(column, puzzle.clues[height + c])) return false;
  }
  return true;
}

ColouredPlan::ColouredPlan(ColouredPuzzle puzzle) {
  puzzle.check();
  puzzle_ = std::make_shared<const ColouredPuzzle>(std::move(puzzle));
}

std::unique_ptr<AnySearch> ColouredPlan::begin(std::string givens, const Limits& limits, std::uint64_t seed) const {
  if (givens.empty()) givens.assign(static_cast<std::size_t>(puzzle_->height) * puzzle_->width, '.');
  const int side = std::max(puzzle_->height, puzzle_->width);
  const auto search = [&]<int N>() -> std::unique_ptr<AnySearch> {
    return std::make_unique<ColouredSearch<N>>(puzzle_, std::move(givens), limits, seed);
  };
  if (side <= table::ColouredReader<1>::kLongest) return search.template operator()<1>();
#ifndef NONAIRO_FEW_WIDTHS
  if (side <= table::ColouredReader<2>::kLongest) return search.template operator()<2>();
#endif
  return search.template operator()<9>();
}

}   // namespace nonairo
