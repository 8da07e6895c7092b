# extra
include "A::B"
