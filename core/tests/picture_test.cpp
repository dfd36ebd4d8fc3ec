// Pictures and their flips, against lines settled by brute force.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "../runs/picture.hpp"
#include "../runs/solver.hpp"
#include "check.hpp"
#include "clues.hpp"

using namespace nonairo;

namespace {

// What all lines with this clue that fit the known cells have in common; '.' elsewhere.
std::string shared(const std::string& known, const std::vector<int>& clue) {
  std::string common;
  for (std::uint32_t bits = 0; bits < 1u << known.size(); ++bits) {
    std::string line(known.size(), '0');
    bool fits = true;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if ((bits >> i & 1) != 0) line[i] = '1';
      fits &= known[i] == '.' || known[i] == line[i];
    }
    if (!fits || clue_of(line) != clue) continue;
    if (common.empty()) common = line;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (common[i] != line[i]) common[i] = '.';
    }
  }
  return common;
}

std::string decided_by_brute_force(const Picture& picture) {
  const RunsPuzzle puzzle = puzzle_of(picture);
  std::string known(picture.cells.size(), '.');
  for (std::string before; before != known;) {
    before = known;
    for (int l = 0; l < picture.height + picture.width; ++l) {
      const bool row = l < picture.height;
      const int length = row ? picture.width : picture.height;
      const int first = row ? l * picture.width : l - picture.height;
      const int stride = row ? 1 : picture.width;
      std::string line;
      for (int i = 0; i < length; ++i) line += known[static_cast<std::size_t>(first + i * stride)];
      const auto& clue =
          row ? puzzle.rows[static_cast<std::size_t>(l)] : puzzle.columns[static_cast<std::size_t>(l - picture.height)];
      line = shared(line, clue);
      for (int i = 0; i < length; ++i)
        known[static_cast<std::size_t>(first + i * stride)] = line[static_cast<std::size_t>(i)];
    }
  }
  return known;
}

Picture random_picture(std::mt19937& random, int height, int width) {
  Picture picture{height, width, {}};
  const unsigned percent = 20 + random() % 60;
  for (int i = 0; i < height * width; ++i) picture.cells += random() % 100 < percent ? '1' : '0';
  return picture;
}

std::vector<int> all_cells(const Picture& picture) {
  std::vector<int> cells(picture.cells.size());
  std::iota(cells.begin(), cells.end(), 0);
  return cells;
}

void small_pictures_against_brute_force() {
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    Picture picture = random_picture(random, 1 + static_cast<int>(random() % 6), 1 + static_cast<int>(random() % 6));
    CHECK(solves(puzzle_of(picture), picture.cells.data()));
    CHECK(decided_by_lines(picture, Limits{}) == decided_by_brute_force(picture));
    const std::vector<int> left = left_by_flips(picture, all_cells(picture), Limits{});
    CHECK(left.size() == picture.cells.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
      Picture flipped = picture;
      flipped.cells[i] = picture.cells[i] == '1' ? '0' : '1';
      const std::string known = decided_by_brute_force(flipped);
      CHECK(left[i] == std::count(known.begin(), known.end(), '.'));
    }
  }
}

// Lines of one, two and eight words.
void large_pictures_against_themselves() {
  std::mt19937 random(2);
  for (const int side : {63, 65, 130}) {
    const Picture picture = random_picture(random, side, side - 3);
    const std::vector<int> cells = {0, side, side * (side - 3) - 1};
    const std::vector<int> left = left_by_flips(picture, cells, Limits{});
    for (std::size_t i = 0; i < cells.size(); ++i) {
      Picture flipped = picture;
      char& cell = flipped.cells[static_cast<std::size_t>(cells[i])];
      cell = cell == '1' ? '0' : '1';
      const std::string known = decided_by_lines(flipped, Limits{});
      CHECK(left[i] == std::count(known.begin(), known.end(), '.'));
      for (std::size_t k = 0; k < known.size(); ++k) CHECK(known[k] == '.' || known[k] == flipped.cells[k]);
    }
  }
}

void limits_are_kept() {
  std::mt19937 random(3);
  const Picture picture = random_picture(random, 60, 60);
  Limits none;
  none.seconds = 0;
  CHECK(left_by_flips(picture, all_cells(picture), none).size() < picture.cells.size());
}

}   // namespace

int main(int argc, char** argv) {
  return check::run(
      "picture", argc, argv,
      {TEST(small_pictures_against_brute_force), TEST(large_pictures_against_themselves), TEST(limits_are_kept)});
}
