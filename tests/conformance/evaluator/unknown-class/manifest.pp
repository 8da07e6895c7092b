# extra
include nosuch
