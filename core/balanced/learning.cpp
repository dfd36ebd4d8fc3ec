#include "learning.hpp"

namespace nonairo {

template class Engine<balanced::SmallTheory>;

}   // namespace nonairo
