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
#include <cstdint>
#include <vector>

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
  }

 private:
  void sweep(const Board<C>& board);
  void tell(const Board<C>& board, unsigned line);
  void choose(const Board<C>& board);

  Budget& budget_;
  unsigned height_, width_;
  std::vector<double> from_rows_, from_columns_;   // by cell: share of filled, as the line says
  std::vector<double> reach_, back_, runs_, powers_;
  std::vector<double> fill_, blank_, filled_, blanked_;

  static constexpr double kUnevenness = 0.1;
  static constexpr unsigned kFirstSweeps = 6;    // from nothing; later one sweep adjusts them
  static constexpr std::size_t kDecisions = 8;   // taken from one sweep
  static constexpr double kSurest = 0.99;        // no line may silence its crossing lines

  struct Choice {
    double sureness;
    Literal literal;
  };
  std::vector<Choice> choices_;
  std::vector<Literal> queue_;
  bool started_ = false;
  double damping_ = 0;
};

template <int C>
Beliefs<C>::Beliefs(const Board<C>& root, Budget& budget)
    : budget_(budget), height_(root.height()), width_(root.width()), from_rows_(root.cells(), 0.5),
      from_columns_(root.cells(), 0.5) {
  std::size_t table = 0, runs = 0;
  const unsigned longest = std::max(height_, width_);
  for (unsigned l = 0; l < height_ + width_; ++l) {
    const LineShape& line = root.shapes()[l];
    table = std::max(table, (line.count + std::size_t{1}) * (line.slack + 2));
    runs = std::max(runs, line.powers * (longest + std::size_t{1}));
  }
  reach_.resize(table), back_.resize(table), runs_.resize(table);
  powers_.resize(runs);
  fill_.resize(longest + 1), blank_.resize(longest + 1), filled_.resize(longest + 2), blanked_.resize(longest + 2);
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
  for (unsigned r = 0; r < height_; ++r) {
    if (board.open_in_row(r).any()) tell(board, r);
  }
  for (unsigned c = 0; c < width_; ++c) {
    if ((board.column(c).can[1] & board.column(c).can[0]).any()) tell(board, height_ + c);
  }
}

// The surest open cells, the surest last.
template <int C>
void Beliefs<C>::choose(const Board<C>& board) {
  choices_.clear();
  for (unsigned r = 0; r < height_; ++r) {
    board.open_in_row(r).for_each([&](unsigned c) {
      const unsigned cell = r * width_ + c;
      const double one = from_rows_[cell] * from_columns_[cell];
      const double zero = (1 - from_rows_[cell]) * (1 - from_columns_[cell]);
      const double share = one / (one + zero);
      choices_.push_back({share > 0.5 ? share : 1 - share, {cell, share > 0.5}});
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
void Beliefs<C>::tell(const Board<C>& board, unsigned line) {
  const LineShape& shape = board.shapes()[line];
  const LineMasks<C>& masks = board.line(line);
  if (!budget_.charge(8u * (shape.count + 1u) * (shape.slack + 4u))) return;
  const unsigned length = shape.length, count = shape.count, slack = shape.slack, row = slack + 1;
  const bool is_row = line < height_;
  const std::size_t first = is_row ? std::size_t{line} * width_ : line - height_, stride = is_row ? 1 : width_;
  const std::vector<double>& heard = is_row ? from_columns_ : from_rows_;
  std::vector<double>& told = is_row ? from_rows_ : from_columns_;

  // Both weights of an open cell sum to 2, so that products stay near 1.
  for (unsigned i = 0; i < length; ++i) {
    const bool can1 = masks.can[1].test(i), can0 = masks.can[0].test(i);
    const double share = can1 && can0 ? 2 * heard[first + i * stride] : 1.0;
    fill_[i] = can1 ? share : 0.0;
    blank_[i] = can0 ? (can1 ? 2 - share : 1.0) : 0.0;
  }
  const unsigned pitch = length + 1;
  for (unsigned i = 0; i < length; ++i) powers_[i] = fill_[i];
  for (unsigned p = 1; p < shape.powers; ++p) {
    const unsigned half = 1u << (p - 1);
    const double* below = &powers_[(p - 1) * pitch];
    double* here = &powers_[p * pitch];
    for (unsigned i = 0; i + 2 * half <= length; ++i) here[i] = below[i] * below[i + half];
  }

  // From the left: reach[j][o], the weight of all that can stand up to cell o of gap j.
  double weight = 1;
  for (unsigned o = 0; o <= slack; ++o) {
    reach_[o] = weight;
    if (o < slack) weight *= blank_[o];
  }
  for (unsigned j = 0; j < count; ++j) {
    const Block block = shape.blocks[j];
    double* run = &runs_[j * row];
    for (unsigned o = 0; o <= slack; ++o) run[o] = 1;
    unsigned at = block.base;
    for (unsigned p = 0; p < shape.powers; ++p) {
      if ((block.length >> p & 1) == 0) continue;
      const double* power = &powers_[p * pitch + at];
      for (unsigned o = 0; o <= slack; ++o) run[o] *= power[o];
      at += 1u << p;
    }
    const double* here = &reach_[j * row];
    double* next = &reach_[(j + 1) * row];
    const double* gap = &blank_[block.base + block.length];
    double sum = 0;
    for (unsigned o = 0; o <= slack; ++o) {
      sum += here[o] * run[o];
      if (j + 1 < count || o < slack) sum *= gap[o];
      next[o] = sum;
    }
  }

  // From the right: back[j][o], the weight of all that can stand beyond cell o of gap j; and
  // on the way the sums for the cells themselves.
  std::fill(filled_.begin(), filled_.begin() + length + 1, 0.0);
  std::fill(blanked_.begin(), blanked_.begin() + length + 1, 0.0);
  double* back = &back_[0];
  weight = 1;
  for (unsigned o = slack + 1; o-- > 0;) {
    back[o] = weight;   // here still with cell o itself
    if (o == slack) continue;
    const unsigned cell = length - slack + o;
    blanked_[cell] += reach_[count * row + o] * weight;
    weight *= blank_[cell];
    back[o] = weight;
  }
  for (unsigned j = count; j-- > 0;) {
    const Block block = shape.blocks[j];
    const double* reach = &reach_[j * row];
    const double* run = &runs_[j * row];
    double sum = 0;
    for (unsigned o = slack + 1; o-- > 0;) {
      const double here = run[o] * back[o];
      const double both = reach[o] * here;
      filled_[block.base + o] += both;
      filled_[block.base + o + block.length] -= both;
      sum += here;
      if (j > 0 || o > 0) {
        const unsigned cell = block.base + o - 1;
        blanked_[cell] += reach[o] * sum;
        sum *= blank_[cell];
      }
      back[o] = sum;
    }
  }

  double filled = 0;
  for (unsigned i = 0; i < length; ++i) {
    filled += filled_[i];
    if (!masks.can[1].test(i) || !masks.can[0].test(i)) continue;
    // What the crossing line said is taken out again: it should not hear its own voice.
    const double one = std::max(filled, 0.0) * blank_[i], zero = blanked_[i] * fill_[i];
    const double share = one + zero > 0 ? one / (one + zero) : 0.5;
    double& said = told[first + i * stride];
    said = std::clamp(damping_ * said + (1 - damping_) * share, 1 - kSurest, kSurest);
  }
}

}   // namespace nonairo::runs
