# extra
include undef
