# extra
include 5
