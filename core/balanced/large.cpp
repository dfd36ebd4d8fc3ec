#include "large.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "../learn/engine.hpp"
#include "../random.hpp"
#include "board_theory.hpp"
#include "verify.hpp"

namespace nonairo {

using namespace balanced;

namespace {

// The learning search by itself: on boards of this size nothing else gets anywhere.
template <int N>
class LargeSearch final : public AnySearch {
 public:
  LargeSearch(const BalancedShape& shape, const char* cells, const Limits& limits, std::uint64_t seed)
      : shape_(shape), givens_(cells, static_cast<std::size_t>(shape.cells())), budget_(limits), theory_(shape),
        engine_(theory_, static_cast<Variable>(shape.cells()), budget_, seed) {
    for (Variable v = 0; v < givens_.size(); ++v) {
      if (givens_[v] != '.') engine_.add_fact(Literal(v, givens_[v] == '1'));
    }
    Random random(seed);
    for (Variable v = 0; v < givens_.size(); ++v) engine_.set_phase(v, random.coin());
    // As many ones by rows as by columns, or there is nothing to search for.
    ended_ = shape.height * shape.row_ones != shape.width * shape.col_ones;
  }

  bool next(char* out) override {
    while (!ended_ && !budget_.spent()) {
      switch (engine_.run(kPatience)) {
        case Verdict::satisfied: return tell(out), true;
        case Verdict::paused: break;
        default: ended_ = true;
      }
    }
    return false;
  }

  Outcome outcome() const override {
    if (ended_) return Outcome::exhausted;
    return budget_.spent() ? Outcome::limit : Outcome::running;
  }
  Limit limit() const override { return outcome() == Outcome::limit ? budget_.limit() : Limit::none; }

  SearchStats stats() const override {
    SearchStats stats;
    stats.nodes = budget_.nodes();
    stats.conflicts = stats.backtracks = engine_.stats().conflicts;
    stats.restarts = engine_.stats().restarts;
    stats.learnt = engine_.stats().learnt_clauses;
    return stats;
  }

  void partial(char* out) override {
    std::copy(givens_.begin(), givens_.end(), out);
    if (told_) return;   // the search for others has forbidden what was found
    engine_.settle();
    const Trail& trail = engine_.trail();
    for (std::uint32_t i = 0; i < trail.facts(); ++i) out[trail[i].variable()] = trail[i].value() ? '1' : '0';
  }

 private:
  static constexpr std::uint64_t kPatience = 1000;   // conflicts

  void tell(char* out) {
    std::string board(givens_.size(), '.');
    std::vector<Literal> another;
    for (Variable v = 0; v < board.size(); ++v) {
      const bool one = engine_.trail().is_true(Literal(v, true));
      board[v] = one ? '1' : '0';
      if (givens_[v] == '.') another.emplace_back(v, !one);
    }
    if (!is_solution(shape_, givens_.data(), board.data())) throw WrongSolution();
    std::copy(board.begin(), board.end(), out);
    told_ = true;
    engine_.add_clause(another);
  }

  BalancedShape shape_;
  std::string givens_;
  Budget budget_;
  BoardTheory<Words<N>, LongSettler<N>> theory_;
  Engine<BoardTheory<Words<N>, LongSettler<N>>> engine_;
  bool ended_ = false, told_ = false;
};

}  // namespace

std::unique_ptr<AnySearch> begin_large(const BalancedShape& shape, const char* cells, const Limits& limits,
                                       std::uint64_t seed) {
  if (shape.side() <= 256) return std::make_unique<LargeSearch<4>>(shape, cells, limits, seed);
  return std::make_unique<LargeSearch<8>>(shape, cells, limits, seed);
}

}  // namespace nonairo
