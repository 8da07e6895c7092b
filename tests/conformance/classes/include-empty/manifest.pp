# extra
include ''
