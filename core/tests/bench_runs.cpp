// How fast nonograms are solved; without files, how fast single lines are settled.
//
//      bench_runs [--limit SECONDS] [--seeds N] [--repeat N] [--images] [--each] FILE ...
//
// A file holds one puzzle a line: name, height, width, number of solutions (0, 1, 2 for more,
// -1 unknown), row clues, column clues, solution or -. A clue is 3,1,2 (0: an empty line), clues
// are joined by '/'. Times are CPU time, solution and uniqueness verdict together; with
// several seeds, or all eight images of a puzzle (turned and mirrored), the worst of each puzzle
// counts, and the mean over all its runs is printed beside it. Of repeated runs the quickest counts: what a
// busy machine adds is no one's fault.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "../runs/kernel.hpp"
#include "../runs/solver.hpp"
#include "cpu_seconds.hpp"

using namespace nonairo;

namespace {

struct Options {
  double limit = 20;
  unsigned seeds = 1, repeat = 1;
  bool images = false, each = false;
};

struct Entry {
  std::string name, solution;
  int solutions = -1;
  RunsPuzzle puzzle;
};

std::vector<std::vector<int>> read_clues(const std::string& text) {
  std::vector<std::vector<int>> clues;
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line, '/');) {
    clues.emplace_back();
    std::stringstream runs(line);
    for (std::string run; std::getline(runs, run, ',');) {
      if (run != "0") clues.back().push_back(std::stoi(run));
    }
  }
  return clues;
}

bool read_entry(const std::string& line, Entry& entry) {
  std::stringstream words(line);
  std::string rows, columns;
  words >> entry.name >> entry.puzzle.height >> entry.puzzle.width >> entry.solutions >> rows >> columns >>
      entry.solution;
  entry.puzzle.rows = read_clues(rows);
  entry.puzzle.columns = read_clues(columns);
  return words && entry.puzzle.rows.size() == static_cast<std::size_t>(entry.puzzle.height) &&
         entry.puzzle.columns.size() == static_cast<std::size_t>(entry.puzzle.width);
}

// One of the eight: bit 0 upside down, bit 1 left to right, bit 2 rows for columns.
Entry image_of(const Entry& entry, unsigned number) {
  if (number == 0) return entry;
  Entry image = entry;
  image.solution = std::string(1, '-');   // assigning the literal makes gcc 12 warn of its own string
  RunsPuzzle& puzzle = image.puzzle;
  const auto mirror = [](std::vector<std::vector<int>>& along, std::vector<std::vector<int>>& across) {
    std::reverse(along.begin(), along.end());
    for (std::vector<int>& clue : across) std::reverse(clue.begin(), clue.end());
  };
  if ((number & 1) != 0) mirror(puzzle.rows, puzzle.columns);
  if ((number & 2) != 0) mirror(puzzle.columns, puzzle.rows);
  if ((number & 4) != 0) std::swap(puzzle.rows, puzzle.columns), std::swap(puzzle.height, puzzle.width);
  return image;
}

struct Answer {
  double seconds = 0;
  int solutions = -1;   // -1: not decided
  bool wrong = false;
  Stats stats;
};

Answer solve(const Entry& entry, const Options& options, std::uint64_t seed) {
  Limits limits;
  double until = cpu_seconds() + options.limit;   // a busy machine decides as many puzzles
  limits.context = &until;
  limits.interrupted = [](void* end) { return cpu_seconds() > *static_cast<double*>(end); };
  Answer answer;
  std::string first(static_cast<std::size_t>(entry.puzzle.height * entry.puzzle.width), '.'), second = first;
  const double start = cpu_seconds();
  const auto search = begin_runs(entry.puzzle, limits, seed);
  int found = 0;
  if (search->next(first.data())) found += 1 + (search->next(second.data()) ? 1 : 0);
  answer.seconds = cpu_seconds() - start;
  answer.stats = search->stats();
  if (found == 2 || search->outcome() == Outcome::exhausted) answer.solutions = found;
  answer.wrong = (found >= 1 && !solves(entry.puzzle, first.data())) ||
                 (found == 2 && (first == second || !solves(entry.puzzle, second.data()))) ||
                 (answer.solutions >= 0 && entry.solutions >= 0 && answer.solutions != entry.solutions) ||
                 (answer.solutions == 1 && entry.solution != "-" && first != entry.solution);
  return answer;
}

void bench_file(const char* path, const Options& options) {
  std::ifstream in(path);
  std::vector<double> seconds;
  std::size_t decided = 0, wrong = 0;
  double total = 0;
  Stats sum;
  for (std::string line; std::getline(in, line);) {
    Entry entry;
    if (!read_entry(line, entry)) {
      std::printf("%s: cannot read: %.40s\n", path, line.c_str());
      return;
    }
    Answer worst;
    bool all_decided = true;
    double sum_of_all = 0;
    const unsigned images = options.images ? 8 : 1, runs = images * options.seeds;
    for (unsigned run = 0; run < runs; ++run) {
      const Entry image = image_of(entry, run % images);
      Answer answer = solve(image, options, 1 + run / images);
      for (unsigned again = 1; again < options.repeat; ++again) {
        answer.seconds = std::min(answer.seconds, solve(image, options, 1 + run / images).seconds);
      }
      total += answer.seconds;
      sum_of_all += answer.seconds;
      wrong += answer.wrong;
      all_decided &= answer.solutions >= 0;
      sum.nodes += answer.stats.nodes;
      sum.conflicts += answer.stats.conflicts;
      if (answer.seconds >= worst.seconds) worst = answer;
    }
    decided += all_decided;
    seconds.push_back(worst.seconds);
    if (options.each) {
      std::printf("  %-16s %dx%d solutions %d worst %10.3f ms mean %10.3f ms nodes %llu conflicts %llu probes %llu\n",
                  entry.name.c_str(), entry.puzzle.height, entry.puzzle.width, worst.solutions, worst.seconds * 1e3,
                  sum_of_all * 1e3 / runs, static_cast<unsigned long long>(worst.stats.nodes),
                  static_cast<unsigned long long>(worst.stats.conflicts),
                  static_cast<unsigned long long>(worst.stats.probes));
    }
  }
  if (seconds.empty()) return;
  std::sort(seconds.begin(), seconds.end());
  const std::size_t count = seconds.size();
  std::printf(
      "%-28s %zu of %zu decided, %zu wrong; median %.3f ms, p95 %.3f ms, max %.3f ms, total %.3f s; nodes %llu, "
      "conflicts %llu\n",
      path, decided, count, wrong, seconds[count / 2] * 1e3, seconds[count * 95 / 100] * 1e3, seconds.back() * 1e3,
      total, static_cast<unsigned long long>(sum.nodes), static_cast<unsigned long long>(sum.conflicts));
}

// Random lines, half filled, three cells in ten known.
template <int C>
void bench_kernel(unsigned length) {
  constexpr unsigned kLines = 1000;
  std::mt19937 random(5);
  runs::Shapes shapes;
  std::vector<Words<C>> can1, can0;
  for (unsigned i = 0; i < kLines; ++i) {
    std::vector<int> clue{0};
    Words<C> one = Words<C>::first(length), zero = one;
    for (unsigned k = 0; k < length; ++k) {
      const bool filled = random() % 2 == 0;
      if (filled) ++clue.back();
      else if (clue.back() > 0) clue.push_back(0);
      if (random() % 10 < 3) (filled ? zero : one).clear(k);
    }
    shapes.add(clue, length);
    can1.push_back(one);
    can0.push_back(zero);
  }
  shapes.finish();
  double best[2] = {1, 1};
  Word sum = 0;
  for (int round = 0; round < 300; ++round) {
    for (const int what : {0, 1}) {
      const double start = cpu_seconds();
      for (unsigned i = 0; i < kLines; ++i) {
        Words<C> one = can1[i], zero = can0[i];
        sum += what == 0 ? runs::settle(shapes[i], one, zero) : runs::feasible(shapes[i], one, zero);
        sum += one.word[0];
      }
      best[what] = std::min(best[what], cpu_seconds() - start);
    }
  }
  std::printf("line of %3u: settle %.1f ns, feasible %.1f ns (%llx)\n", length, best[0] * 1e9 / kLines,
              best[1] * 1e9 / kLines, static_cast<unsigned long long>(sum & 15));
}

}   // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    bench_kernel<1>(25);
    bench_kernel<1>(30);
    bench_kernel<1>(50);
    bench_kernel<2>(70);
    bench_kernel<2>(100);
    bench_kernel<8>(150);
  }
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--limit") == 0 && i + 1 < argc) options.limit = std::atof(argv[++i]);
    else if (std::strcmp(argv[i], "--seeds") == 0 && i + 1 < argc)
      options.seeds = static_cast<unsigned>(std::atoi(argv[++i]));
    else if (std::strcmp(argv[i], "--repeat") == 0 && i + 1 < argc)
      options.repeat = static_cast<unsigned>(std::atoi(argv[++i]));
    else if (std::strcmp(argv[i], "--images") == 0) options.images = true;
    else if (std::strcmp(argv[i], "--each") == 0) options.each = true;
    else bench_file(argv[i], options);
  }
}
