// How far techniques lead, and puzzles of a level.
#include <memory>
#include <string>
#include <vector>

#include "../lines/seen.hpp"
#include "../runs/picture.hpp"
#include "../techniques/balanced_climb.hpp"
#include "../techniques/balanced_levels.hpp"
#include "../techniques/clue_climb.hpp"
#include "records.hpp"
#include "signs_text.hpp"

namespace nonairo {
namespace {

using namespace techniques;

// Two bytes for each rung: the number of its technique, and its level.
Ladder ladder_of(nb::bytes rungs, std::size_t known) {
  const auto* const byte = reinterpret_cast<const std::uint8_t*>(rungs.c_str());
  std::vector<Rung> several;
  for (std::size_t k = 0; k + 1 < rungs.size(); k += 2) several.push_back({byte[k], byte[k + 1]});
  return Ladder(several, static_cast<int>(known));
}

template <class Names>
nb::tuple listed(const Names& names) {
  nb::list all;
  for (const char* const name : names) all.append(nb::str(name));
  return nb::tuple(all);
}

// The ladder of a balanced puzzle; immutable, so threads may share it.
struct BalancedLadder {
  BalancedShape shape;
  Ladder ladder;
  std::vector<SignLinks> signs;

  BalancedLadder(int height, int width, int row_ones, int col_ones, bool distinct, nb::list lines, nb::bytes rungs)
      : shape{height, width, row_ones, col_ones, distinct}, ladder(ladder_of(rungs, kBalancedTechniques.size())) {
    if (!supports_counts(shape) || shape.side() > kLongestClimbed) {
      throw nb::value_error("a size or a number of ones that the core does not take");
    }
    if (lines.size() == 0) return;
    const SignedPuzzle checked(shape, signs_of(lines));
    for (int line = 0; line < shape.height + shape.width; ++line) {
      signs.emplace_back(checked.signs[static_cast<std::size_t>(line)], checked.length(line));
    }
  }
  std::size_t cells() const { return static_cast<std::size_t>(shape.cells()); }

  nb::tuple climb(nb::str givens, std::optional<double> seconds, std::optional<std::uint64_t> nodes) const {
    const std::string_view text = text_of(givens);
    check_cells(text, cells());
    std::uint64_t rounds = 0;
    const Climbed climbed = unlocked({seconds, nodes, {}}, [&](const Limits& limits) {
      Budget budget(limits);
      BalancedClimb climb(shape, ladder, signs);
      climb.read(text.data());
      const Climbed end = climb.run_up(budget);
      rounds = budget.nodes();
      return end;
    });
    return nb::make_tuple(climbed.level, rounds, name_of(climbed.limit));
  }

  nb::object dig(nb::str solution, nb::str givens, int level, bool symmetric, bool always_thin, std::uint64_t state,
                 std::uint64_t nodes, std::optional<double> seconds, std::optional<std::uint64_t> rounds,
                 std::optional<std::uint64_t> memory) const {
    const std::string board(text_of(solution)), start(text_of(givens));
    check_cells(board, cells(), "01");
    check_cells(start, cells());
    if (!signs.empty()) throw nb::value_error("signs are not for this");
    Random random(state);
    const LevelledPuzzle made = unlocked({seconds, rounds, memory}, [&](const Limits& limits) {
      return level_puzzle(shape, ladder, board, start, {level, symmetric, always_thin, nodes}, random, limits);
    });
    return levelled_record.make(written(made.givens), made.rounds, random.state(), name_of(made.limit));
  }
};

// The ladder of one nonogram; immutable, too.
struct ClueLadder {
  RunsPuzzle puzzle;
  Ladder ladder;

  ClueLadder(RunsPuzzle&& clues, nb::bytes rungs)
      : puzzle(std::move(clues)), ladder(ladder_of(rungs, lines::kSights.size())) {
    const int side = std::max(puzzle.height, puzzle.width);
    if (std::min(puzzle.height, puzzle.width) < 1 || side > ClueClimb::kLongest) {
      throw nb::value_error("a size that the core does not take");
    }
  }

  using Clues = std::vector<std::vector<int>>;
  static ClueLadder of_clues(Clues rows, Clues cols, nb::bytes rungs) {
    RunsPuzzle clues;
    clues.height = static_cast<int>(rows.size());
    clues.width = static_cast<int>(cols.size());
    clues.rows = std::move(rows);
    clues.columns = std::move(cols);
    return ClueLadder(std::move(clues), rungs);
  }
  static ClueLadder of_picture(int height, int width, nb::str picture, nb::bytes rungs) {
    const std::string_view cells = text_of(picture);
    if (std::min(height, width) < 1 || std::max(height, width) > ClueClimb::kLongest) {
      throw nb::value_error("a size that the core does not take");
    }
    check_cells(cells, static_cast<std::size_t>(height * width), "01");
    return ClueLadder(puzzle_of(Picture{height, width, std::string(cells)}), rungs);
  }

  std::string givens_of(nb::str givens) const {
    std::string cells(text_of(givens));
    check_cells(cells, static_cast<std::size_t>(puzzle.height * puzzle.width));
    return cells;
  }

  nb::tuple climb(nb::str givens, std::optional<double> seconds, std::optional<std::uint64_t> nodes) const {
    const std::string cells = givens_of(givens);
    std::uint64_t rounds = 0;
    const Climbed climbed = unlocked({seconds, nodes, {}}, [&](const Limits& limits) {
      Budget budget(limits);
      ClueClimb climb(puzzle, ladder);
      climb.read(cells);
      const Climbed end = climb.run_up(budget);
      rounds = budget.nodes();
      return end;
    });
    return nb::make_tuple(climbed.level, rounds, name_of(climbed.limit));
  }

  int sweeps(nb::str givens) const {
    ClueClimb climb(puzzle, ladder);
    climb.read(givens_of(givens));
    return std::min(climb.sweeps(true), climb.sweeps(false));
  }
};

constexpr const char* kClimbSignature = "def climb(self, cells: str, seconds: float | None, rounds: int | None)"
                                        " -> tuple[int, int, typing.Literal['time', 'nodes', 'memory'] | None]";
constexpr const char* kClimbText =
    "The level that is needed from these givens on, or 0 if the techniques do not lead to the end; how many rounds that"
    " took; and the limit that came first, if one did.";

}   // namespace

void bind_ladders(nb::module_& module) {
  module.def(
      "balanced_techniques", [] { return listed(kBalancedTechniques); },
      nb::sig("def balanced_techniques() -> tuple[str, ...]"), "What the core sees in balanced puzzles, by number.");
  nb::class_<BalancedLadder>(module, "BalancedLadder", "The techniques for balanced puzzles of a size, easiest first.")
      .def(nb::init<int, int, int, int, bool, nb::list, nb::bytes>(), nb::arg("height"), nb::arg("width"),
           nb::arg("row_ones"), nb::arg("col_ones"), nb::arg("distinct"), nb::arg("signs"), nb::arg("rungs"),
           nb::sig("def __init__(self, height: int, width: int, row_ones: int, col_ones: int, distinct: bool,"
                   " signs: list[str], rungs: bytes) -> None"),
           "Signs as in SignedGrid, or none at all; for each rung the number of its technique, and its level.")
      .def("climb", &BalancedLadder::climb, nb::arg("cells"), nb::arg("seconds").none(), nb::arg("rounds").none(),
           nb::sig(kClimbSignature), kClimbText)
      .def("dig", &BalancedLadder::dig, nb::arg("solution"), nb::arg("givens"), nb::arg("level"), nb::arg("symmetric"),
           nb::arg("always_thin"), nb::arg("state"), nb::arg("nodes"), nb::arg("seconds").none(),
           nb::arg("rounds").none(), nb::arg("memory").none(),
           nb::sig("def dig(self, solution: str, givens: str, level: int, symmetric: bool, always_thin: bool,"
                   " state: int, nodes: int, seconds: float | None, rounds: int | None, memory: int | None)"
                   " -> Levelled"),
           "Givens of a full grid from which the techniques lead to the end: more where they end too early, and then"
           " fewer (see generating/boards/board_levels.py).");
  nb::class_<ClueLadder>(module, "ClueLadder", "The techniques for the lines of one nonogram, easiest first.")
      .def(
          "__init__",
          [](ClueLadder* self, ClueLadder::Clues rows, ClueLadder::Clues cols, nb::bytes rungs) {
            new (self) ClueLadder(ClueLadder::of_clues(std::move(rows), std::move(cols), rungs));
          },
          nb::arg("rows"), nb::arg("cols"), nb::arg("rungs"),
          "For each rung the number in `sights` of its technique, and its level.")
      .def_static("of_picture", &ClueLadder::of_picture, nb::arg("height"), nb::arg("width"), nb::arg("cells"),
                  nb::arg("rungs"), "The same, from the picture that has these clues.")
      .def("climb", &ClueLadder::climb, nb::arg("cells"), nb::arg("seconds").none(), nb::arg("rounds").none(),
           nb::sig(kClimbSignature), kClimbText)
      .def("sweeps", &ClueLadder::sweeps, nb::arg("cells"),
           "How many times all rows, or all columns, are settled in turns until all is known, with the better"
           " beginning; 0 if that is not enough.");
}

}   // namespace nonairo
