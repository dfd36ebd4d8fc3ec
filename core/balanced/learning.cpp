#include "learning.hpp"

namespace nonairo {

template class Engine<balanced::BoardTheory>;

}  // namespace nonairo
