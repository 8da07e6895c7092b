# extra
file { '/x': onwer => 'root' }
