// The assignments that a row's rule and givens allow, one by one, the greatest first: blocks lean to the left.
#pragma once

#include <array>
#include <vector>

#include "rule.hpp"

namespace nonairo::classics {

// Layers of nodes, one layer for each gap between cells. A node is a state that can be reached by then; its arrows
// lead to nodes of the next layer from which the line can be finished. So no step is ever taken in vain.
class Assignments {
 public:
  Assignments(const Automaton& automaton, const Line& givens, int length)
      : length_(length), layers_(length), at_(length + 1), turn_(length) {
    std::vector<int> states{automaton.start};
    std::vector<int> place(automaton.next.size(), -1);   // of a state in the layer that is being made
    for (int k = 0; k < length; ++k) {
      std::vector<int> after;
      for (const int state : states) {
        std::array<int, 2> arrows{-1, -1};
        for (int symbol = 0; symbol < 2; ++symbol) {
          const int target = automaton.next[state][symbol];
          if (target < 0 || lines::has(symbol == 1 ? givens.zeros : givens.ones, k)) continue;
          if (place[target] < 0) {
            place[target] = static_cast<int>(after.size());
            after.push_back(target);
          }
          arrows[symbol] = place[target];
        }
        layers_[k].push_back(arrows);
      }
      for (const int state : after) place[state] = -1;
      states = std::move(after);
    }
    std::vector<bool> alive;
    for (const int state : states) alive.push_back(automaton.accepts[state]);
    for (int k = length - 1; k >= 0; --k) {
      std::vector<bool> before;
      for (std::array<int, 2>& arrows : layers_[k]) {
        for (int& arrow : arrows) {
          if (arrow >= 0 && !alive[arrow]) arrow = -1;
        }
        before.push_back(arrows[0] >= 0 || arrows[1] >= 0);
      }
      alive = std::move(before);
    }
  }

  void rewind() {
    ones_ = 0;
    next_ = 0;
    turn_[0] = 1;
  }

  // Writes the next one; false: there are no more.
  bool next(Word& ones) {
    int k = next_;
    while (k >= 0) {
      int arrow = -1, symbol = turn_[k];
      while (symbol >= 0 && (arrow = layers_[k][at_[k]][symbol]) < 0) --symbol;
      turn_[k] = symbol - 1;
      ones_ = (ones_ & ~(Word{1} << k)) | (symbol == 1 ? Word{1} << k : 0);
      if (arrow < 0) {
        --k;
      } else if (k + 1 == length_) {
        next_ = k;
        ones = ones_;
        return true;
      } else {
        at_[++k] = arrow;
        turn_[k] = 1;
      }
    }
    next_ = k;
    return false;
  }

 private:
  int length_;
  std::vector<std::vector<std::array<int, 2>>> layers_;
  std::vector<int> at_;     // the node in each layer
  std::vector<int> turn_;   // the symbol to write next at each cell: 1, 0, or -1 when both are done
  int next_ = 0;            // where to go on
  Word ones_ = 0;
};

}   // namespace nonairo::classics
