#include "solver.hpp"

#include <utility>

#include "listed_space.hpp"
#include "read_space.hpp"
#include "search.hpp"

namespace nonairo {

std::unique_ptr<AnySearch> begin_signed(std::shared_ptr<const SignedPuzzle> puzzle, const char* cells,
                                        const Limits& limits, std::uint64_t seed) {
  if (puzzle->shape.side() <= signs::kListedSide)
    return std::make_unique<signs::Search<signs::ListedSpace>>(std::move(puzzle), cells, limits, seed);
  return std::make_unique<signs::Search<signs::ReadSpace>>(std::move(puzzle), cells, limits, seed);
}

}   // namespace nonairo
