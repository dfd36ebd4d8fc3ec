// What follows from suppositions: all cells of a position in one call.
#include "../probe/reasons.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "automaton.hpp"
#include "masks.hpp"

namespace nonairo {
namespace {

using probe::Board;
using probe::Place;
using Places = std::vector<std::pair<int, int>>;
using Told = std::array<int, 3>;   // line, place along it, symbol

// A grid of any size, whose lines are added one by one.
class ProbeGrid {
  // `make` must not name what it returns: clang 22 then leaves out the virtual functions of that.
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
    add([&]<class Bits>(Board<Bits>&, int length) {
      return std::make_unique<probe::ByKernel<Bits, lines::RunsLine>>(lines::RunsLine<Bits>(clue, length));
    });
  }
  void add_balanced(int zeros, int ones, int longest) {
    add([&]<class Bits>(Board<Bits>&, int length) {
      if (static_cast<long long>(zeros) + ones != length) throw nb::value_error("counts that are not the length");
      return std::make_unique<probe::ByKernel<Bits, lines::BalancedLine>>(
          lines::BalancedLine<Bits>(zeros, ones, longest));
    });
  }
  void add_patterns(int zeros, int ones, int longest, const std::string& signs) {
    add([&]<class Bits>(Board<Bits>&, int length) {
      if (static_cast<int>(signs.size()) >= length) throw nb::value_error("more signs than pairs of neighbours");
      return std::make_unique<probe::ByPatterns<Bits>>(zeros, ones, longest, length, signs);
    });
  }
  void add_table(const AutomatonTable& automaton) {
    const table::Rule rule{
        .symbols = 2, .start = 0, .layered = false, .next = {automaton.first}, .accepts = automaton.second};
    add([&]<class Bits>(Board<Bits>&, int length) {
      return std::make_unique<probe::ByTable<Bits>>(rule, static_cast<unsigned>(length));
    });
  }
  void add_silent() {
    add([&]<class Bits>(Board<Bits>&, int) { return std::make_unique<probe::Silent<Bits>>(); });
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
  nb::object followed(nb::str cells, const std::vector<std::pair<Told, int>>& told, const std::optional<Told>& goal,
                      bool edges, bool lines_only, std::optional<double> seconds) const {
    return visit([&](const auto& board) {
      std::vector<probe::Supposed> supposed;
      for (const auto& [each, most] : told) (supposed.emplace_back(supposition(board, each))).most = most;
      std::optional<probe::Supposed> wanted;
      if (goal) wanted = supposition(board, *goal);
      const std::string text(checked(cells));
      return reason(seconds, [&](const Limits& limits) {
        return probe::followed(board, text, supposed, wanted, edges, lines_only, limits);
      });
    });
  }
  nb::object irreducible(nb::str cells, const std::vector<int>& lines, const Told& excluded,
                         std::optional<double> seconds) const {
    return visit([&]<class Bits>(const Board<Bits>& board) {
      const probe::Supposed asked = supposition(board, excluded);
      if (asked.at.line >= board.height) throw nb::value_error("not a cell of a row");
      const probe::Basis<Bits> whole{set_of(board, lines), std::string(checked(cells))};
      if (whole.cells[static_cast<std::size_t>(asked.at.line) * width_ + asked.at.k] != '.') {
        throw nb::value_error("not an open cell");
      }
      return reason(seconds, [&](const Limits& limits) { return probe::irreducible(board, whole, asked, limits); });
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
  static probe::Supposed supposition(const Board<Bits>& board, const Told& told) {
    check(board, {{told[0], told[1]}});
    if (told[2] != 0 && told[2] != 1) throw nb::value_error("no such symbol");
    return {Place{told[0], told[1]}, told[2]};
  }
  // A basis as Python sees it: lines and cells; None if there is none.
  template <class Find>
  static nb::object reason(std::optional<double> seconds, Find&& find) {
    const auto found = unlocked({seconds, {}, {}}, find);
    if (!found) return nb::none();
    nb::list lines;
    for_each_bit(found->lines, [&](int line) { lines.append(line); });
    return nb::make_tuple(lines, written(found->cells));
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
      .def("followed", &ProbeGrid::followed, nb::arg("cells"), nb::arg("supposed"), nb::arg("goal").none(),
           nb::arg("edges"), nb::arg("lines_only"), nb::arg("seconds").none(),
           nb::sig("def followed(self, cells: str, supposed: collections.abc.Sequence[tuple[tuple[int, int, int], int]],"
                   " goal: tuple[int, int, int] | None, edges: bool, lines_only: bool, seconds: float | None)"
                   " -> tuple[list[int], str] | None"),
           "Lines and known cells, of which nothing can be left out, with which each supposition (line, k, symbol)"
           " breaks a rule or decides the goal within so many rounds; None if all do not, or not in time. All cells,"
           " if only lines are asked for.")
      .def("irreducible", &ProbeGrid::irreducible, nb::arg("cells"), nb::arg("lines"), nb::arg("excluded"),
           nb::arg("seconds").none(),
           nb::sig("def irreducible(self, cells: str, lines: collections.abc.Sequence[int],"
                   " excluded: tuple[int, int, int], seconds: float | None) -> tuple[list[int], str] | None"),
           "Of some lines and known cells an irreducible part that leaves no way for a symbol in a cell (line, k,"
           " symbol); None if they leave one, or if that is too hard to find out.")
      .def("sweep", &ProbeGrid::sweep, nb::arg("cells"), nb::arg("rows_first"),
           "All rows, all columns, and so on: how many sweeps until nothing changes, and the cells left open.");
}

}   // namespace nonairo
