# extra
