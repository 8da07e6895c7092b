# extra
notify { [a, undef]: }
