# extra
notify { "${1+1}": }
