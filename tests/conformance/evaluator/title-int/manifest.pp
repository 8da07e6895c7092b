# extra
notify { [1]: }
