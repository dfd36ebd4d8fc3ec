// What follows from suppositions: all cells of a position in one call.
#include "../probe/least.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/array.h>

#include "automaton.hpp"
#include "masks.hpp"

namespace nonairo {
namespace {

using probe::Board;
using probe::Place;
using Places = std::vector<std::pair<int, int>>;
using Told = std::array<int, 3>;                        // line, place along it, symbol
using Suppositions = std::vector<std::array<int, 4>>;   // the same, and the most rounds

// A grid of any size, whose lines are added one by one.
class ProbeGrid {
  template <class Make>
  void add(Make&& make) {
    std::visit(
        [&](auto& board) {
          const int line = static_cast<int>(board.narrow.size());
          if (line == board.lines()) throw nb::value_error("more lines than the grid has");
          board.narrow.push_back(make(board, board.length(line)));
        },
        board_);
  }
  template <class Do>
  auto visit(Do&& act) const {
    return std::visit(
        [&](const auto& board) {
          if (static_cast<int>(board.narrow.size()) < board.lines()) throw nb::value_error("lines without a rule");
          return act(board);
        },
        board_);
  }

 public:
  ProbeGrid(const ProbeGrid&) = delete;
  ProbeGrid(int height, int width, bool distinct) : height_(height), width_(width) {
    const int side = std::max(height, width);
    if (std::min(height, width) < 1 || side > 512) throw nb::value_error("a size that the core does not take");
    if (side <= 64) {
      make<Word>(distinct);
    } else if (side <= 128) {
      make<Words<2>>(distinct);
    } else {
      make<Words<8>>(distinct);
    }
  }

  void add_runs(const std::vector<int>& clue) {
    add([&]<class Bits>(Board<Bits>&, int length) -> std::unique_ptr<probe::Narrow<Bits>> {
      return std::make_unique<probe::ByKernel<Bits, lines::RunsLine>>(lines::RunsLine<Bits>(clue, length));
    });
  }
  void add_balanced(int zeros, int ones, int longest) {
    add([&]<class Bits>(Board<Bits>&, int length) -> std::unique_ptr<probe::Narrow<Bits>> {
      if (static_cast<long long>(zeros) + ones != length) throw nb::value_error("counts that are not the length");
      return std::make_unique<probe::ByKernel<Bits, lines::BalancedLine>>(
          lines::BalancedLine<Bits>(zeros, ones, longest));
    });
  }
  void add_patterns(int zeros, int ones, int longest, const std::string& signs) {
    add([&]<class Bits>(Board<Bits>&, int length) -> std::unique_ptr<probe::Narrow<Bits>> {
      if (static_cast<int>(signs.size()) >= length) throw nb::value_error("more signs than pairs of neighbours");
      return std::make_unique<probe::ByPatterns<Bits>>(zeros, ones, longest, length, signs);
    });
  }
  void add_table(const AutomatonTable& automaton) {
    const table::Rule rule{
        .symbols = 2, .start = 0, .layered = false, .next = {automaton.first}, .accepts = automaton.second};
    add([&]<class Bits>(Board<Bits>&, int length) -> std::unique_ptr<probe::Narrow<Bits>> {
      return std::make_unique<probe::ByTable<Bits>>(rule, static_cast<unsigned>(length));
    });
  }
  void add_silent() {
    add([&]<class Bits>(Board<Bits>&, int) -> std::unique_ptr<probe::Narrow<Bits>> {
      return std::make_unique<probe::Silent<Bits>>();
    });
  }

  nb::object probe(nb::str cells, const Places& places, int most, bool agreeing, bool edges, double seconds,
                   bool useful) const {
    return visit(
        [&](const auto& board) { return probe_in(board, cells, places, most, agreeing, edges, seconds, useful); });
  }
  nb::object told(nb::str cells, const Told& supposed, int most, bool edges,
                  const std::optional<std::vector<int>>& lines, const std::vector<int>& further) const {
    return visit([&](const auto& board) { return told_in(board, cells, supposed, most, edges, lines, further); });
  }
  nb::object spare(nb::str cells, const std::vector<int>& lines, const Told& excluded, int guesses) const {
    return visit([&]<class Bits>(const Board<Bits>& board) -> nb::object {
      const probe::Supposed asked = supposition(board, excluded);
      const auto used = set_of(board, lines);
      std::string text(checked(cells));
      const auto found = unlocked({}, [&](const Limits& limits) {
        probe::Prober<Bits> prober(board, text, limits);
        prober.use_only(used);
        std::pair<std::vector<std::size_t>, std::vector<std::size_t>> sorted;   // needless ones, and hard ones
        for (std::size_t k = 0; k < text.size(); ++k) {
          const char known = text[k];
          if (known == '.') continue;
          text[k] = '.';
          prober.restart(text);
          const auto impossible = prober.impossible(asked.at, asked.symbol, guesses);
          if (impossible.value_or(true)) (impossible ? sorted.first : sorted.second).push_back(k);
          text[k] = known;
        }
        return sorted;
      });
      const auto listed = [](const std::vector<std::size_t>& cells) {
        nb::list list;
        for (const std::size_t k : cells) list.append(k);
        return list;
      };
      return nb::make_tuple(listed(found.first), listed(found.second));
    });
  }
  nb::object end(nb::str cells, int line, int k, int symbol, int most, bool edges) const {
    return visit([&](const auto& board) {
      check(board, {{line, k}});
      if (symbol != 0 && symbol != 1) throw nb::value_error("no such symbol");
      return written(end_in(board, checked(cells), Place{line, k}, symbol, most, edges));
    });
  }
  nb::object left(nb::str cells, const Places& places, int enough, double seconds) const {
    return visit([&](const auto& board) { return left_in(board, cells, places, enough, seconds); });
  }
  nb::object work(nb::str cells, const Places& places, double seconds) const {
    return visit([&](const auto& board) { return work_in(board, cells, places, seconds); });
  }
  nb::object least(nb::str cells, const Suppositions& supposed, const std::optional<Told>& goal,
                   const std::vector<int>& lines, bool edges, bool against, int probes) const {
    return visit(
        [&](const auto& board) { return least_in(board, cells, supposed, goal, lines, edges, against, probes); });
  }
  std::vector<int> needed(nb::str cells, const std::vector<Suppositions>& several, bool edges) const {
    return visit([&](const auto& board) { return needed_in(board, cells, several, edges); });
  }
  nb::object impossible(nb::str cells, const std::vector<int>& lines, int line, int k, int symbol, int guesses) const {
    return visit([&]<class Bits>(const Board<Bits>& board) -> nb::object {
      const probe::Supposed asked = supposition(board, {line, k, symbol});
      const auto used = set_of(board, lines);
      const std::string_view text = checked(cells);
      const auto found = unlocked({}, [&](const Limits& limits) {
        probe::Prober<Bits> prober(board, text, limits);
        prober.use_only(used);
        return prober.impossible(asked.at, asked.symbol, guesses);
      });
      return found ? nb::object(nb::bool_(*found)) : nb::object(nb::none());
    });
  }
  std::pair<int, int> sweep(nb::str cells, bool rows_first) const {
    return visit([&]<class Bits>(const Board<Bits>& board) {
      const std::string_view text = checked(cells);
      const auto found = unlocked(
          {}, [&](const Limits& limits) { return probe::Prober<Bits>(board, text, limits).sweep(rows_first); });
      return std::pair{found.number, found.open};
    });
  }

 private:
  template <class Bits>
  static probe::Supposed supposition(const Board<Bits>& board, const Told& told, int most = probe::kEndless) {
    check(board, {{told[0], told[1]}});
    if (told[2] != 0 && told[2] != 1) throw nb::value_error("no such symbol");
    return {Place{told[0], told[1]}, told[2], most};
  }
  template <class Bits>
  static std::vector<probe::Supposed> suppositions(const Board<Bits>& board, const Suppositions& told) {
    std::vector<probe::Supposed> supposed;
    for (const auto& [line, k, symbol, most] : told) supposed.push_back(supposition(board, {line, k, symbol}, most));
    return supposed;
  }
  template <class Bits>
  static typename probe::Prober<Bits>::Set set_of(const Board<Bits>& board, const std::vector<int>& lines) {
    typename probe::Prober<Bits>::Set set{};
    for (const int line : lines) {
      if (line < 0 || line >= board.lines()) throw nb::value_error("no such line");
      set.set(static_cast<unsigned>(line));
    }
    return set;
  }

  template <class Bits>
  std::vector<int> needed_in(const Board<Bits>& board, nb::str cells, const std::vector<Suppositions>& several,
                             bool edges) const {
    std::vector<std::vector<probe::Supposed>> asked;
    for (const Suppositions& told : several) asked.push_back(suppositions(board, told));
    const std::string text(checked(cells));
    return unlocked({}, [&](const Limits& limits) {
      probe::Prober<Bits> prober(board, text, limits);
      const auto all = probe::Prober<Bits>::Set::first(static_cast<unsigned>(board.lines()));
      std::vector<int> numbers;
      for (const auto& supposed : asked) {
        probe::Least<Bits> least(prober, text, supposed, {}, edges);
        numbers.push_back(least.with(all, 0) ? least.count(least.lines()) : board.lines() + 1);
      }
      return numbers;
    });
  }

  template <class Bits>
  nb::object least_in(const Board<Bits>& board, nb::str cells, const Suppositions& told,
                      const std::optional<Told>& goal, const std::vector<int>& lines, bool edges, bool against,
                      int probes) const {
    const auto supposed = suppositions(board, told);
    std::optional<probe::Supposed> wanted;
    if (goal) wanted = supposition(board, *goal);
    const auto used = set_of(board, lines);
    const std::string text(checked(cells));
    const auto found =
        unlocked({}, [&](const Limits& limits) -> std::optional<std::pair<std::vector<int>, std::string>> {
          probe::Prober<Bits> prober(board, text, limits);
          probe::Least<Bits> least(prober, text, supposed, wanted, edges, against);
          if (!least.with(used, probes)) return {};
          least.drop_cells();
          std::vector<int> kept;
          for_each_bit(least.lines(), [&](int line) { kept.push_back(line); });
          return std::pair{kept, least.cells()};
        });
    if (!found) return nb::none();
    nb::list kept;
    for (const int line : found->first) kept.append(line);
    return nb::make_tuple(kept, written(found->second));
  }

  template <class Bits>
  struct Tried {
    typename probe::Prober<Bits>::Trial trial[2];
    std::vector<std::array<int, 3>> agreed;   // row, column, symbol
  };

  template <class Bits>
  void make(bool distinct) {
    Board<Bits> board;
    board.height = height_;
    board.width = width_;
    board.distinct = distinct;
    board_ = std::move(board);
  }

  std::string_view checked(nb::str cells) const {
    const std::string_view text = text_of(cells);
    check_cells(text, static_cast<std::size_t>(height_) * width_);
    return text;
  }
  template <class Bits>
  static void check(const Board<Bits>& board, const Places& places) {
    for (const auto& [line, k] : places) {
      if (line < 0 || line >= board.lines() || k < 0 || k >= board.length(line)) throw nb::value_error("no such cell");
    }
  }

  // Does something with each place until the time is up, or an answer is not to be followed by more; the first one is
  // always done.
  template <class Answer, class Bits, class Do, class More>
  static std::vector<Answer> each(const Board<Bits>& board, std::string_view cells, const Places& places,
                                  double seconds, Do&& act, More&& more) {
    using Clock = std::chrono::steady_clock;
    return unlocked({}, [&](const Limits& limits) {
      const auto start = Clock::now();
      probe::Prober<Bits> prober(board, cells, limits);
      std::vector<Answer> answers;
      answers.reserve(places.size());
      for (const auto& [line, k] : places) {
        if (!answers.empty() && std::chrono::duration<double>(Clock::now() - start).count() >= seconds) break;
        Answer answer = act(prober, Place{line, k});
        if (prober.stopped()) break;
        answers.push_back(std::move(answer));
        if (!more(answers.back())) break;
      }
      return answers;
    });
  }

  template <class Answer, class Bits, class Do>
  static std::vector<Answer> each(const Board<Bits>& board, std::string_view cells, const Places& places,
                                  double seconds, Do&& act) {
    return each<Answer>(board, cells, places, seconds, act, [](const Answer&) { return true; });
  }

  template <class Bits>
  nb::object told_in(const Board<Bits>& board, nb::str cells, const Told& told, int most, bool edges,
                     const std::optional<std::vector<int>>& lines, const std::vector<int>& further) const {
    using Prober = probe::Prober<Bits>;
    const auto supposed = supposition(board, told);
    const auto first = set_of(board, further);
    const auto used = lines ? set_of(board, *lines) : Prober::Set::first(static_cast<unsigned>(board.lines()));
    const std::string_view text = checked(cells);
    std::vector<typename Prober::Born> born;
    const auto trial = unlocked({}, [&](const Limits& limits) {
      Prober prober(board, text, limits);
      prober.use_only(used);
      const auto stages = prober.edge(supposed.at.line);
      return prober.probe_told(supposed.at, supposed.symbol, most, edges ? &stages : nullptr, first, born);
    });
    nb::list rounds;
    std::size_t next = 0;
    for (int round = 1; round <= trial.rounds; ++round) {
      nb::list decided;
      for (; next < born.size() && born[next].round == round; ++next) {
        decided.append(nb::make_tuple(born[next].at.line, born[next].at.k, born[next].symbol));
      }
      rounds.append(decided);
    }
    return nb::make_tuple(written_trial(trial), rounds);
  }

  template <class Bits>
  nb::object probe_in(const Board<Bits>& board, nb::str cells, const Places& places, int most, bool agreeing,
                      bool edges, double seconds, bool useful) const {
    check(board, places);
    const auto tried = each<Tried<Bits>>(board, checked(cells), places, seconds, [&](auto& prober, Place at) {
      const auto stages = prober.edge(at.line);
      Tried<Bits> found;
      found.trial[0] = prober.probe(at, 0, most, edges ? &stages : nullptr);
      const bool both = agreeing && found.trial[0].alive();
      const probe::State<Bits> first = both ? prober.state() : probe::State<Bits>{};
      found.trial[1] = prober.probe(at, 1, most, edges ? &stages : nullptr);
      if (both && found.trial[1].alive()) agree(board, prober, first, found);
      return found;
    });
    nb::list answers;
    for (const Tried<Bits>& each : tried) {
      const bool some = agreeing ? !each.agreed.empty() : !each.trial[0].alive() || !each.trial[1].alive();
      if (useful && !some) {
        answers.append(write(each.trial[0].touched | each.trial[1].touched));
        continue;
      }
      nb::list agreed;
      for (const auto& [row, col, symbol] : each.agreed) agreed.append(nb::make_tuple(row, col, symbol));
      answers.append(nb::make_tuple(written_trial(each.trial[0]), written_trial(each.trial[1]), agreed));
    }
    return answers;
  }

  // The unknown cells that both symbols decide alike.
  template <class Bits>
  static void agree(const Board<Bits>& board, const probe::Prober<Bits>& prober, const probe::State<Bits>& first,
                    Tried<Bits>& found) {
    for (int row = 0; row < board.height; ++row) {
      const Masks<Bits>&zero = first[row], &one = prober.state()[row];
      const Bits decided = prober.start()[row].open() & ~zero.open() & ~one.open();
      for (const int symbol : {0, 1}) {
        for_each_bit(decided & zero.can[symbol] & one.can[symbol],
                     [&](int col) { found.agreed.push_back({row, col, symbol}); });
      }
    }
  }

  template <class Trial>
  static nb::object written_trial(const Trial& trial) {
    nb::object broken = trial.alive()         ? nb::make_tuple()
                        : trial.broken[1] < 0 ? nb::make_tuple(trial.broken[0])
                                              : nb::make_tuple(trial.broken[0], trial.broken[1]);
    return nb::make_tuple(trial.rounds, std::move(broken), write(trial.touched));
  }

  // What is known in the end of a probe.
  template <class Bits>
  static std::string end_in(const Board<Bits>& board, std::string_view cells, Place at, int symbol, int most,
                            bool edges) {
    return unlocked({}, [&](const Limits& limits) {
      probe::Prober<Bits> prober(board, cells, limits);
      const auto stages = prober.edge(at.line);
      prober.probe(at, symbol, most, edges ? &stages : nullptr);
      return board.write(prober.state());
    });
  }

  template <class Bits>
  nb::object left_in(const Board<Bits>& board, nb::str cells, const Places& places, int enough, double seconds) const {
    check(board, places);
    using Left = std::array<int, 2>;
    int dead = 0;
    const auto found = each<Left>(
        board, checked(cells), places, seconds,
        [&](auto& prober, Place at) {
          Left left{-1, -1};
          for (const int symbol : {0, 1}) {
            if (prober.settle_start() && prober.work_to_refute(at, symbol) < 0)
              left[symbol] = board.open(prober.state());
          }
          return left;
        },
        [&](const Left& left) { return left[0] >= 0 || left[1] >= 0 || ++dead < enough; });
    nb::list answers;
    for (const Left& left : found) answers.append(nb::make_tuple(left[0], left[1]));
    return answers;
  }

  template <class Bits>
  nb::object work_in(const Board<Bits>& board, nb::str cells, const Places& places, double seconds) const {
    check(board, places);
    using Works = std::array<int, 2>;
    const auto found = each<Works>(board, checked(cells), places, seconds, [](auto& prober, Place at) {
      const int zero = prober.work_to_refute(at, 0);
      return Works{zero, prober.work_to_refute(at, 1)};
    });
    nb::list answers;
    const auto written_work = [](int work) { return work < 0 ? nb::object(nb::none()) : nb::object(nb::int_(work)); };
    for (const Works& work : found) answers.append(nb::make_tuple(written_work(work[0]), written_work(work[1])));
    return answers;
  }

  int height_, width_;
  std::variant<Board<Word>, Board<Words<2>>, Board<Words<8>>> board_;
};

}   // namespace

void bind_probe(nb::module_& module) {
  nb::class_<ProbeGrid>(module, "ProbeGrid",
                        "Supposes values of cells and sees what follows. Lines are added rows first.")
      .def(nb::init<int, int, bool>(), nb::arg("height"), nb::arg("width"), nb::arg("distinct"))
      .def("add_runs", &ProbeGrid::add_runs, nb::arg("clue"))
      .def("add_balanced", &ProbeGrid::add_balanced, nb::arg("zeros"), nb::arg("ones"), nb::arg("longest"))
      .def("add_patterns", &ProbeGrid::add_patterns, nb::arg("zeros"), nb::arg("ones"), nb::arg("longest"),
           nb::arg("signs"),
           "A balanced line of which only pair, sandwich, last_cell and count_out are used; of signs between"
           " neighbours (`=`, `x` or `.` for each two) only sign_copy and sign_equal_edge.")
      .def("add_table", &ProbeGrid::add_table, nb::arg("automaton"), "Over two symbols: next[2 * state + symbol].")
      .def("add_silent", &ProbeGrid::add_silent, "A line that is not used.")
      .def("probe", &ProbeGrid::probe, nb::arg("cells"), nb::arg("places"), nb::arg("most"), nb::arg("agreeing"),
           nb::arg("edges"), nb::arg("seconds"), nb::arg("useful"),
           nb::sig("def probe(self, cells: str, places: collections.abc.Sequence[tuple[int, int]], most: int,"
                   " agreeing: bool, edges: bool, seconds: float, useful: bool) -> list[int |"
                   " tuple[tuple[int, tuple[int, ...], int], tuple[int, tuple[int, ...], int],"
                   " list[tuple[int, int, int]]]]"),
           "In rounds, for places (line, k) until the time is up, at least one: for both symbols the rounds, the"
           " lines that broke and the lines read, as a mask; and, if asked for, the cells (row, column, symbol) that"
           " both decide alike. Edges: the line itself, the lines across, its neighbours, and no further. Useful: where"
           " no line breaks (or nothing is agreed on) only the lines read.")
      .def("told", &ProbeGrid::told, nb::arg("cells"), nb::arg("supposed"), nb::arg("most"), nb::arg("edges"),
           nb::arg("lines").none(), nb::arg("further"),
           nb::sig("def told(self, cells: str, supposed: tuple[int, int, int], most: int, edges: bool, lines:"
                   " collections.abc.Sequence[int] | None, further: collections.abc.Sequence[int])"
                   " -> tuple[tuple[int, tuple[int, ...], int], list[list[tuple[int, int, int]]]]"),
           "One such probe (line, k, symbol) by the rules of some lines, of which some further ones are looked at"
           " first, too; and for each round the cells (line, k, symbol) that it decides.")
      .def("spare", &ProbeGrid::spare, nb::arg("cells"), nb::arg("lines"), nb::arg("excluded"), nb::arg("guesses"),
           nb::sig("def spare(self, cells: str, lines: collections.abc.Sequence[int],"
                   " excluded: tuple[int, int, int], guesses: int) -> tuple[list[int], list[int]]"),
           "The known cells without any one of which the rules of some lines still leave no way for a symbol in a"
           " cell (line, k, symbol); and those for which that takes more guesses.")
      .def("end", &ProbeGrid::end, nb::arg("cells"), nb::arg("line"), nb::arg("k"), nb::arg("symbol"), nb::arg("most"),
           nb::arg("edges"),
           nb::sig("def end(self, cells: str, line: int, k: int, symbol: int,"
                   " most: int, edges: bool) -> str"),
           "The cells that are known in the end of one such probe.")
      .def("left", &ProbeGrid::left, nb::arg("cells"), nb::arg("places"), nb::arg("enough"), nb::arg("seconds"),
           nb::sig("def left(self, cells: str, places: collections.abc.Sequence[tuple[int, int]], enough: int,"
                   " seconds: float) -> list[tuple[int, int]]"),
           "Line by line: for both symbols how many cells are left when nothing changes any more; -1 if a rule"
           " breaks. Ends early when so many cells can be nothing at all.")
      .def("work", &ProbeGrid::work, nb::arg("cells"), nb::arg("places"), nb::arg("seconds"),
           nb::sig("def work(self, cells: str, places: collections.abc.Sequence[tuple[int, int]],"
                   " seconds: float) -> list[tuple[int | None, int | None]]"),
           "Line by line: for both symbols how many lines change until a rule breaks; None if none does.")
      .def("least", &ProbeGrid::least, nb::arg("cells"), nb::arg("supposed"), nb::arg("goal").none(), nb::arg("lines"),
           nb::arg("edges"), nb::arg("against"), nb::arg("probes"),
           nb::sig("def least(self, cells: str, supposed: collections.abc.Sequence[tuple[int, int, int, int]], goal:"
                   " tuple[int, int, int] | None, lines: collections.abc.Sequence[int], edges: bool,"
                   " against: bool, probes: int)"
                   " -> tuple[list[int], str] | None"),
           "The fewest of some lines, and of the cells no needless one, with which each supposition (line, k, symbol,"
           " most rounds) breaks a rule or decides the goal; None if they do not. Against the goal: each breaks a rule"
           " with the other symbol there. After so many probes the lines are"
           " only such that none of them is needless.")
      .def("needed", &ProbeGrid::needed, nb::arg("cells"), nb::arg("several"), nb::arg("edges"),
           nb::sig("def needed(self, cells: str, several: collections.abc.Sequence[collections.abc.Sequence[tuple[int,"
                   " int, int, int]]], edges: bool) -> list[int]"),
           "For each of several lists of suppositions the number of lines, none of them needless, with which each"
           " breaks a rule.")
      .def("impossible", &ProbeGrid::impossible, nb::arg("cells"), nb::arg("lines"), nb::arg("line"), nb::arg("k"),
           nb::arg("symbol"), nb::arg("guesses"),
           nb::sig("def impossible(self, cells: str, lines: collections.abc.Sequence[int], line: int, k: int,"
                   " symbol: int, guesses: int) -> bool | None"),
           "Whether the rules of some lines leave no way for a symbol in a cell, by trying everything; None if that"
           " takes more than so many guesses.")
      .def("sweep", &ProbeGrid::sweep, nb::arg("cells"), nb::arg("rows_first"),
           "All rows, all columns, and so on: how many sweeps until nothing changes, and the cells left open.");
}

}   // namespace nonairo
