// How fast the balanced core is: medians of wall-clock time for short solves (the best of nine each), of CPU
// time for long ones (asking for that costs about a microsecond).
//
//     bench_balanced FILE   real puzzles, one per line: height width rules grid solution [count [source]]
//     bench_balanced        puzzles that it makes itself
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "../balanced/solver.hpp"
#include "../random.hpp"
#include "cpu_seconds.hpp"

using namespace nonairo;

namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}
double worst(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

std::string blank(const BalancedShape& shape) { return std::string(static_cast<std::size_t>(shape.cells()), '.'); }

BalancedShape shape_of(int height, int width, const std::string& rules) {
  if (rules == "odd-more-ones" || rules == "odd-more-zeros") return odd_shape(height, rules == "odd-more-ones");
  return standard_shape(height, width, rules != "no-distinct");
}

struct Verdict {
  int solutions = 0;
  bool decided = false;
  Stats stats;
  double time = 0;
};

Verdict decide(const BalancedShape& shape, const std::string& cells, std::string& first, std::string& second,
               double limit, double (*clock)() = cpu_seconds) {
  Limits limits;
  limits.seconds = limit;
  Verdict verdict;
  const double start = clock();
  {
    const auto search = begin_balanced(shape, cells.data(), limits);
    if (search->next(first.data())) verdict.solutions = search->next(second.data()) ? 2 : 1;
    verdict.decided = verdict.solutions == 2 || search->outcome() == Outcome::exhausted;
    verdict.stats = search->stats();
  }
  verdict.time = clock() - start;
  return verdict;
}

struct Record {
  std::string grid, solution, count;
};

void real_puzzles(const char* path) {
  std::map<std::tuple<std::string, int, int, std::string>, std::vector<Record>> groups;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    int height, width;
    std::string rules, source = "puzzles";
    Record record;
    words >> height >> width >> rules >> record.grid >> record.solution >> record.count >> source;
    groups[{source, height, width, rules}].push_back(record);
  }
  std::printf("%-18s %-7s %-13s %6s %9s %9s %7s %7s %10s %6s\n", "source", "size", "rules", "count", "median ns",
              "worst ns", "nodes", "direct", "batch M/s", "wrong");
  for (const auto& [key, records] : groups) {
    const auto& [source, height, width, rules] = key;
    const BalancedShape shape = shape_of(height, width, rules);
    std::vector<double> times;
    double nodes = 0, direct = 0;
    int wrong = 0;
    std::string all, first = blank(shape), second = first;
    for (const Record& record : records) {
      double best = 1e9;
      Verdict verdict;
      for (int i = 0; i < 9; ++i) {
        verdict = decide(shape, record.grid, first, second, 10, wall_seconds);
        best = std::min(best, verdict.time);
      }
      times.push_back(best);
      nodes += static_cast<double>(verdict.stats.nodes);
      direct += verdict.stats.nodes == 1 ? 1 : 0;
      const bool other_count = !record.count.empty() && verdict.solutions != record.count[0] - '0';
      if (other_count || (verdict.solutions == 1 && first != record.solution)) ++wrong;
      all += record.grid;
    }
    std::string solutions(all.size(), '.');
    std::vector<std::uint8_t> counts(records.size());
    double batch = 1e9;
    for (int i = 0; i < 9; ++i) {
      const double start = cpu_seconds();
      solve_batch(shape, all.data(), records.size(), solutions.data(), counts.data());
      batch = std::min(batch, cpu_seconds() - start);
    }
    const double count = static_cast<double>(records.size());
    char size[16];
    std::snprintf(size, sizeof size, "%dx%d", height, width);
    std::printf("%-18s %-7s %-13s %6zu %9.0f %9.0f %7.2f %6.1f%% %10.2f %6d\n", source.c_str(), size, rules.c_str(),
                records.size(), median(times) * 1e9, worst(times) * 1e9, nodes / count, 100 * direct / count,
                count / batch * 1e-6, wrong);
  }
}

void random_boards() {
  for (const int side : {10, 20, 30, 40, 100}) {
    const BalancedShape shape = standard_shape(side, side);
    std::string board = blank(shape);
    std::vector<double> times;
    for (std::uint64_t seed = 0; seed < (side > 50 ? 15u : 101u); ++seed) {
      const double start = cpu_seconds();
      random_board(shape, seed, board.data());
      times.push_back(cpu_seconds() - start);
    }
    std::printf("random board %3d            median %9.3f ms  worst %9.3f ms\n", side, median(times) * 1e3,
                worst(times) * 1e3);
  }
}

void erased_boards() {
  for (const int side : {14, 18, 30, 40, 60, 100}) {
    const BalancedShape shape = standard_shape(side, side);
    std::string board = blank(shape), first = board, second = board;
    std::vector<double> times;
    int undecided = 0;
    for (std::uint64_t seed = 0; seed < (side > 60 ? 11u : 41u); ++seed) {
      random_board(shape, seed, board.data());
      Random random(seed);
      for (char& cell : board) {
        if (random.below(4) != 0) cell = '.';
      }
      const Verdict verdict = decide(shape, board, first, second, 10);
      undecided += verdict.decided ? 0 : 1;
      times.push_back(verdict.time);
    }
    std::printf("three quarters erased %3d   median %9.3f ms  worst %9.3f ms  undecided %d\n", side,
                median(times) * 1e3, worst(times) * 1e3, undecided);
  }
}

void minimal_puzzles(int largest) {
  for (const int side : {10, 14, 16, 18, 20, 24, 30, 40, 60, 80, 100}) {
    if (side > largest) break;
    const BalancedShape shape = standard_shape(side, side);
    std::string board = blank(shape), puzzle = board, first = board, second = board;
    std::vector<double> making, solving;
    int undecided = 0;
    for (std::uint64_t seed = 0; seed < (side > 20 ? 7u : 41u); ++seed) {
      random_board(shape, seed, board.data());
      double start = cpu_seconds();
      dig_puzzle(shape, board.data(), seed, {}, puzzle.data());
      making.push_back(cpu_seconds() - start);
      const Verdict verdict = decide(shape, puzzle, first, second, 10);
      undecided += verdict.decided && verdict.solutions == 1 ? 0 : 1;
      solving.push_back(verdict.time);
    }
    std::printf("minimal puzzle %3d: making  median %9.3f ms  worst %9.3f ms\n", side, median(making) * 1e3,
                worst(making) * 1e3);
    std::printf("                    solving median %9.3f ms  worst %9.3f ms  undecided %d\n", median(solving) * 1e3,
                worst(solving) * 1e3, undecided);
  }
}

}   // namespace

int main(int argc, char** argv) {
  std::printf("level %s\n", balanced_level());
  if (argc > 1) real_puzzles(argv[1]);
  random_boards();
  erased_boards();
  minimal_puzzles(argc > 2 ? std::stoi(argv[2]) : 30);
}
