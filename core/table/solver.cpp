#include "solver.hpp"

#include <algorithm>
#include <utility>

#include "../learn/lines_search.hpp"
#include "../lines/theory.hpp"
#include "kernel.hpp"

namespace nonairo {

namespace {

template <int N>
auto search_of(const std::shared_ptr<const TablePuzzle>& puzzle, const std::shared_ptr<const table::TableLines>& lines,
               const std::string& givens, const Limits& limits, std::uint64_t seed) {
  using Kernel = table::TableKernel<N>;
  using Lines = lines::LinesTheory<Kernel>;
  const auto height = static_cast<unsigned>(puzzle->height), width = static_cast<unsigned>(puzzle->width);
  const auto symbols = static_cast<unsigned>(puzzle->symbols());
  const auto make = [&](Budget& budget) {
    return Lines(Kernel(lines), typename Kernel::Board(height, width, symbols), puzzle->distinct, budget);
  };
  const auto check = [puzzle, givens](std::string_view answer) { return solves(*puzzle, givens, answer); };
  return std::make_unique<LinesSearch<Lines>>(make, givens, kAlphabet.substr(0, symbols), check, limits, seed);
}

template <int N>
Refutation refute_by(LinesSearch<lines::LinesTheory<table::TableKernel<N>>>& search, std::size_t cells) {
  Refutation found;
  const auto note = [](std::vector<std::int32_t>& clauses, std::span<const Literal> clause) {
    for (const Literal literal : clause) {
      const auto variable = static_cast<std::int32_t>(literal.variable()) + 1;
      clauses.push_back(literal.value() ? variable : -variable);
    }
    clauses.push_back(0);
  };
  search.lines().set_lemma_listener([&](std::span<const Literal> clause) { note(found.clauses, clause); });
  struct Heard {
    decltype(note) write;
    std::vector<std::int32_t>& clauses;
  } heard{note, found.clauses};
  search.engine().set_listener({[](void* context, ClauseListener::Event event, std::span<const Literal> clause) {
                                  auto& [write, clauses] = *static_cast<Heard*>(context);
                                  if (event == ClauseListener::learnt) write(clauses, clause);
                                },
                                &heard});
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
  puzzle_ = std::make_shared<const TablePuzzle>(std::move(puzzle));
  lines_ = std::make_shared<const table::TableLines>(*puzzle_);
}

std::unique_ptr<AnySearch> TablePlan::begin(std::string givens, const Limits& limits, std::uint64_t seed) const {
  if (givens.empty()) givens.assign(static_cast<std::size_t>(puzzle_->height) * puzzle_->width, '.');
#ifndef NONAIRO_FEW_WIDTHS
  if (std::max(puzzle_->height, puzzle_->width) <= 128) return search_of<2>(puzzle_, lines_, givens, limits, seed);
#endif
  return search_of<8>(puzzle_, lines_, givens, limits, seed);
}

Refutation TablePlan::refute(const std::string& givens, const Limits& limits, std::uint64_t seed) const {
  const std::size_t cells = givens.size();
  const auto refuted = [&](auto search) { return refute_by(*search, cells); };
#ifndef NONAIRO_FEW_WIDTHS
  if (std::max(puzzle_->height, puzzle_->width) <= 128)
    return refuted(search_of<2>(puzzle_, lines_, givens, limits, seed));
#endif
  return refuted(search_of<8>(puzzle_, lines_, givens, limits, seed));
}

}   // namespace nonairo
