#include "solver.hpp"

#include <algorithm>
#include <utility>

#include "../learn/lines_search.hpp"
#include "../lines/theory.hpp"
#include "kernel.hpp"

namespace nonairo {

namespace {

// `use(search)` with the search that fits the puzzle: with lines of any shape only where there are some.
template <int N, template <class, unsigned> class Board, class Make>
auto search_on(const TablePlan::Parts& plan, const std::string& givens, const Limits& limits, std::uint64_t seed,
               Make&& board) {
  using Kernel = table::TableKernel<N, Board>;
  using Lines = lines::LinesTheory<Kernel>;
  const auto puzzle = plan.puzzle;
  const auto make = [&](Budget& budget) {
    return Lines(Kernel(plan.lines), board(static_cast<unsigned>(puzzle->height), static_cast<unsigned>(puzzle->width),
                                           static_cast<unsigned>(puzzle->symbols())),
                 puzzle->distinct, budget);
  };
  const auto check = [puzzle, givens](std::string_view answer) { return solves(*puzzle, givens, answer); };
  const auto symbols = static_cast<std::size_t>(puzzle->symbols());
  return std::make_unique<LinesSearch<Lines>>(make, givens, kAlphabet.substr(0, symbols), check, limits, seed);
}

template <int N, class Use>
auto with_search(const TablePlan::Parts& plan, const std::string& givens, const Limits& limits, std::uint64_t seed,
                 Use&& use) {
  if (plan.shapes == nullptr) {
    return use(search_on<N, lines::CrossedLines>(plan, givens, limits, seed, [](auto... sizes) {
      return lines::CrossedLines<Words<N>, 0>(sizes...);
    }));
  }
  return use(search_on<N, lines::ShapedLines>(plan, givens, limits, seed, [&](auto... sizes) {
    return lines::ShapedLines<Words<N>, 0>(sizes..., plan.shapes, plan.idle);
  }));
}

template <class Search>
Refutation refute_by(Search& search, std::size_t cells) {
  Refutation found;
  const auto note = [](std::vector<std::int32_t>& clauses, std::span<const Literal> clause) {
    for (const Literal literal : clause) {
      const auto variable = static_cast<std::int32_t>(literal.variable()) + 1;
      clauses.push_back(literal.value() ? variable : -variable);
    }
    clauses.push_back(0);
  };
  search.lines().set_lemma_listener([&](std::span<const Literal> clause) { note(found.clauses, clause); });
  struct Listening {
    decltype(note) write;
    std::vector<std::int32_t>& clauses;
  } listening{note, found.clauses};
  search.engine().set_listener({[](void* context, ClauseListener::Event event, std::span<const Literal> clause) {
                                  auto& [write, clauses] = *static_cast<Listening*>(context);
                                  if (event == ClauseListener::learnt) write(clauses, clause);
                                },
                                &listening});
  std::string solution(cells, '.');
  while (found.solutions < 2 && search.next(solution.data())) ++found.solutions;
  found.limit = search.limit();
  search.engine().set_listener({});   // who listened is gone now
  search.lines().set_lemma_listener({});
  return found;
}

}   // namespace

TablePlan::TablePlan(TablePuzzle puzzle) {
  puzzle.check();
  plan_.puzzle = std::make_shared<const TablePuzzle>(std::move(puzzle));
  const TablePuzzle& own = *plan_.puzzle;
  plan_.lines = std::make_shared<const table::TableLines>(own);
  if (own.more.empty()) return;
  const auto height = static_cast<unsigned>(own.height), width = static_cast<unsigned>(own.width);
  plan_.shapes = std::make_shared<const lines::Shapes>(height, width, own.more);
  for (int line = 0; line < own.height + own.width; ++line) plan_.idle.push_back(!own.distinct && own.idle(line));
}

template <class Use>
auto TablePlan::search(const std::string& givens, const Limits& limits, std::uint64_t seed, Use&& use) const {
#ifndef NONAIRO_FEW_WIDTHS
  if (plan_.puzzle->longest() <= 128) return with_search<2>(plan_, givens, limits, seed, use);
#endif
  return with_search<8>(plan_, givens, limits, seed, use);
}

std::unique_ptr<AnySearch> TablePlan::begin(std::string givens, const Limits& limits, std::uint64_t seed) const {
  if (givens.empty()) givens.assign(static_cast<std::size_t>(puzzle().height) * puzzle().width, '.');
  return search(givens, limits, seed,
                [](auto search) -> std::unique_ptr<AnySearch> { return search; });
}

Refutation TablePlan::refute(const std::string& givens, const Limits& limits, std::uint64_t seed) const {
  const std::size_t cells = givens.size();
  return search(givens, limits, seed, [&](auto search) { return refute_by(*search, cells); });
}

}   // namespace nonairo
