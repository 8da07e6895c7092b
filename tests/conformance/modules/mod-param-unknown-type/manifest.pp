# extra
include a
