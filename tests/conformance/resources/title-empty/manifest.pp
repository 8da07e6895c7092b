# extra
notify { '': }
