# extra
file { "x": name => "/b" }
