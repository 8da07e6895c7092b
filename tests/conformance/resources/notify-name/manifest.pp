# extra
notify { "a": name => "b" }
notify { "c": require => Notify["b"] }
