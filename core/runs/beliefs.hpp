// Belief propagation between rows and columns: which cells are filled in most arrangements?
//
// Every line tells each of its cells how much of the weight of its arrangements fills that cell,
// an arrangement weighing the product of what the crossing lines said about its cells; then
// the crossing lines do the same. A few rounds settle near the share of solutions that fill
// each cell. This proves nothing, but deciding the surest cells first walks straight into a
// solution where there are many.
//
// The sums over arrangements run over offsets, as in the kernel: a set of offsets becomes a
// vector of weights, "and" a product, and running along blank cells a recurrence.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "../learn/order.hpp"
#include "../learn/trail.hpp"
#include "../limits.hpp"
#include "board.hpp"

namespace nonairo::runs {

template <int C>
class Beliefs {
 public:
  Beliefs(const Board<C>& root, Budget& budget);

  // The next decision: from the list of surest cells, or after another sweep.
  Literal decide(const Board<C>& board, const Trail& trail);
  void backjumped() { queue_.clear(); }

  // From now on, the cells of recent conflicts come first; nullptr: conflicts do not matter.
  void prefer_heat(const ActivityOrder* order) { order_ = order; }

  // Forgets everything and starts from almost even odds: another seed, another way down. With
  // `damping` a line keeps that share of what it said before. Undamped news travels faster, but
  // rows and columns may answer each other for ever without coming to rest.
  void start_again(std::uint64_t seed, double damping) {
    started_ = false;
    damping_ = damping;
    queue_.clear();
    for (double& share : from_columns_) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      share = 0.5 + (static_cast<double>(seed >> 40) / static_cast<double>(1u << 24) - 0.5) * kUnevenness;
    }
    std::fill(from_rows_.begin(), from_rows_.end(), 0.5);
    std::fill(news_.begin(), news_.end(), 1.0);
  }

 private:
  void sweep(const Board<C>& board);
  void send(const Board<C>& board, unsigned line);
  void weigh_runs(const LineShape& shape);
  void choose(const Board<C>& board);

  Budget& budget_;
  unsigned height_, width_;
  std::vector<double> from_rows_, from_columns_;                // by cell: share of filled, as the line says
  std::vector<double> news_;                                    // by line: changes in what it hears, since it spoke
  std::vector<LineMasks<C>> known_;                             // by line: its cells when it spoke
  std::vector<double> reach_, back_, beyond_, runs_, powers_;   // scratch of one line
  std::vector<double> fill_, blank_, filled_, blanked_, starts_;

  static constexpr double kUnevenness = 0.1;
  static constexpr unsigned kFirstSweeps = 6;    // from nothing; later one sweep adjusts them
  static constexpr std::size_t kDecisions = 8;   // taken from one sweep
  static constexpr double kSurest = 0.99;        // no line may silence its crossing lines
  static constexpr double kHot = 0.5;           // lasts a dozen conflicts after one that used the cell
  static constexpr double kWorthSaying = 0.1;    // of news; with less, a line would say almost the same again

  struct Choice {
    double sureness;
    Literal literal;
  };
  std::vector<Choice> choices_;
  std::vector<Literal> queue_;
  const ActivityOrder* order_ = nullptr;
  bool started_ = false;
  double damping_ = 0;
};

template <int C>
Beliefs<C>::Beliefs(const Board<C>& root, Budget& budget)
    : budget_(budget), height_(root.height()), width_(root.width()), from_rows_(root.cells(), 0.5),
      from_columns_(root.cells(), 0.5), news_(root.lines(), 1.0), known_(root.lines()) {
  std::size_t table = 0, runs = 0;
  const unsigned longest = std::max(height_, width_);
  for (unsigned l = 0; l < height_ + width_; ++l) {
    const LineShape& line = root.shapes()[l];
    table = std::max(table, (line.count + std::size_t{1}) * (line.slack + 2));
    runs = std::max(runs, line.powers * (longest + std::size_t{1}));
  }
  reach_.resize(table), back_.resize(table), beyond_.resize(table), runs_.resize(table);
  powers_.resize(runs);
  fill_.resize(longest + 1), blank_.resize(longest + 2), filled_.resize(longest + 2), blanked_.resize(longest + 2);
  starts_.resize(longest + 1);
}

template <int C>
Literal Beliefs<C>::decide(const Board<C>& board, const Trail& trail) {
  while (!queue_.empty()) {
    const Literal literal = queue_.back();
    queue_.pop_back();
    if (trail.is_open(literal.variable())) return literal;
  }
  const unsigned rounds = started_ ? 1 : kFirstSweeps;
  started_ = true;
  for (unsigned i = 0; i < rounds; ++i) sweep(board);
  choose(board);
  if (queue_.empty()) return {};
  const Literal literal = queue_.back();
  queue_.pop_back();
  return literal;
}

template <int C>
void Beliefs<C>::sweep(const Board<C>& board) {
  for (unsigned line = 0; line < height_ + width_; ++line) {
    const LineMasks<C>& masks = board.line(line);
    if (!masks.open().any() || (news_[line] < kWorthSaying && masks == known_[line])) continue;
    send(board, line);
    known_[line] = masks;
    news_[line] = 0;
  }
}

// The surest open cells, the surest last; if conflicts matter, those of recent conflicts after all others.
template <int C>
void Beliefs<C>::choose(const Board<C>& board) {
  choices_.clear();
  for (unsigned r = 0; r < height_; ++r) {
    board.open_in_row(r).for_each([&](unsigned c) {
      const unsigned cell = r * width_ + c;
      const double one = from_rows_[cell] * from_columns_[cell];
      const double zero = (1 - from_rows_[cell]) * (1 - from_columns_[cell]);
      const double share = one / (one + zero);
      const double first = order_ != nullptr && order_->heat(cell) > kHot ? 1 : 0;
      choices_.push_back({first + (share > 0.5 ? share : 1 - share), {cell, share > 0.5}});
    });
  }
  const std::size_t count = std::min(kDecisions, choices_.size());
  const auto surer = [](const Choice& a, const Choice& b) {
    return a.sureness != b.sureness ? a.sureness > b.sureness : a.literal < b.literal;
  };
  std::partial_sort(choices_.begin(), choices_.begin() + static_cast<std::ptrdiff_t>(count), choices_.end(), surer);
  queue_.clear();
  for (std::size_t i = count; i-- > 0;) queue_.push_back(choices_[i].literal);
}

// Sums over all arrangements of one line, then the news for its cells.
template <int C>
void Beliefs<C>::send(const Board<C>& board, unsigned line) {
  const LineShape& shape = board.shapes()[line];
  const LineMasks<C>& masks = board.line(line);
  if (!budget_.charge(8u * (shape.count + 1u) * (shape.slack + 4u))) return;
  const unsigned length = shape.length, count = shape.count, slack = shape.slack, row = slack + 1;
  const bool is_row = line < height_;
  const std::size_t first = is_row ? std::size_t{line} * width_ : line - height_, stride = is_row ? 1 : width_;
  const std::vector<double>& incoming = is_row ? from_columns_ : from_rows_;
  std::vector<double>& outgoing = is_row ? from_rows_ : from_columns_;

  // Both weights of an open cell sum to 2, so that products stay near 1. What a cell can be (1 filled, 2 blank, 3 both)
  // is as good as random, so there are no branches: a weight is a known part and a part of what comes in.
  static constexpr double kFill[][2] = {{0, 0}, {1, 0}, {0, 0}, {0, 2}},
                          kBlank[][2] = {{0, 0}, {0, 0}, {1, 0}, {2, -2}};
  double* const blank = &blank_[1];   // the cells before and behind the line, too
  blank[-1] = blank[length] = 1;
  for (unsigned i = 0; i < length; ++i) {
    const unsigned can = (masks.can[1].test(i) ? 1u : 0u) | (masks.can[0].test(i) ? 2u : 0u);
    const double share = incoming[first + i * stride];
    fill_[i] = kFill[can][0] + kFill[can][1] * share;
    blank[i] = kBlank[can][0] + kBlank[can][1] * share;
  }
  weigh_runs(shape);

  // Gap by gap, the weights of all that can stand up to its cell o (reach), beyond that cell (beyond), and beyond it
  // with the cell itself (back). Each is a chain in which every step waits for the one before. The one from the
  // left and the one from the right do not wait for each other, so that one loop works them out in the time of one.
  double left = 1, right = 1;
  for (unsigned o = 0, p = slack; o <= slack; ++o, --p) {
    reach_[o] = left;
    left *= blank[o];
    beyond_[count * row + p] = right;
    right *= blank[length - slack + p];
    back_[count * row + p] = right;
  }
  for (unsigned k = 0; k < count; ++k) {
    const unsigned j = count - 1 - k;
    const double *here = &reach_[k * row], *run = &runs_[k * row],
                 *gap = blank + shape.blocks[k].base + shape.blocks[k].length;
    const double *there = &back_[(j + 1) * row], *run_there = &runs_[j * row],
                 *gap_there = blank + shape.blocks[j].base - 1;
    double *reach = &reach_[(k + 1) * row], *beyond = &beyond_[j * row], *back = &back_[j * row];
    left = right = 0;
    for (unsigned o = 0, p = slack; o <= slack; ++o, --p) {
      left = (left + here[o] * run[o]) * gap[o];
      reach[o] = left;
      right += run_there[p] * there[p];
      beyond[p] = right;
      right *= gap_there[p];
      back[p] = right;
    }
  }

  // The sums for the cells: where runs begin, less where they have ended; and the cells of gaps, counted from the one
  // before the line.
  std::fill(filled_.begin(), filled_.begin() + length + 1, 0.0);
  std::fill(blanked_.begin(), blanked_.begin() + length + 2, 0.0);
  for (unsigned o = 0; o <= slack; ++o)
    blanked_[1 + length - slack + o] += reach_[count * row + o] * beyond_[count * row + o];
  for (unsigned j = count; j-- > 0;) {
    const Block block = shape.blocks[j];
    const double *reach = &reach_[j * row], *run = &runs_[j * row], *back = &back_[(j + 1) * row],
                 *beyond = &beyond_[j * row];
    for (unsigned o = 0; o <= slack; ++o) starts_[o] = reach[o] * (run[o] * back[o]);
    for (unsigned o = 0; o <= slack; ++o) filled_[block.base + o] += starts_[o];
    for (unsigned o = 0; o <= slack; ++o) filled_[block.base + o + block.length] -= starts_[o];
    for (unsigned o = 0; o <= slack; ++o) blanked_[block.base + o] += reach[o] * beyond[o];
  }
  for (unsigned i = 1; i < length; ++i) filled_[i] += filled_[i - 1];

  masks.open().for_each([&](unsigned i) {
    // What the crossing line said is taken out again: it must not receive its own message.
    const double one = std::max(filled_[i], 0.0) * blank[i], zero = blanked_[1 + i] * fill_[i];
    const double share = one + zero > 0 ? one / (one + zero) : 0.5;
    double& said = outgoing[first + i * stride];
    const double before = said;
    said = std::clamp(damping_ * said + (1 - damping_) * share, 1 - kSurest, kSurest);
    news_[is_row ? height_ + i : i] += std::abs(said - before);
  });
}

// runs[j][o], the weight of block j standing at offset o: from runs of powers of two.
template <int C>
void Beliefs<C>::weigh_runs(const LineShape& shape) {
  const unsigned length = shape.length, slack = shape.slack, pitch = length + 1;
  std::copy(fill_.begin(), fill_.begin() + length, powers_.begin());
  for (unsigned p = 1; p < shape.powers; ++p) {
    const unsigned half = 1u << (p - 1);
    const double* below = &powers_[(p - 1) * pitch];
    double* here = &powers_[p * pitch];
    for (unsigned i = 0; i + 2 * half <= length; ++i) here[i] = below[i] * below[i + half];
  }
  for (unsigned j = 0; j < shape.count; ++j) {
    double* run = &runs_[j * (slack + 1)];
    unsigned at = shape.blocks[j].base;
    bool begun = false;
    for (unsigned p = 0; p < shape.powers; ++p) {
      if ((shape.blocks[j].length >> p & 1) == 0) continue;
      const double* power = &powers_[p * pitch + at];
      if (begun)
        for (unsigned o = 0; o <= slack; ++o) run[o] *= power[o];
      else std::copy(power, power + slack + 1, run);
      begun = true;
      at += 1u << p;
    }
  }
}

}   // namespace nonairo::runs
