# extra
include A
