# extra
user { "u": ensure => present, uid => 5, groups => ["a"] }
group { "g": gid => 5 }
service { "s": ensure => running, enable => true, provider => "base" }
