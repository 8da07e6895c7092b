# extra
notify { []: message => 1 }
