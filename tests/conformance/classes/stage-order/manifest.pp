# extra
stage { "first": }
stage { "last": }
Stage["first"] -> Stage["main"] -> Stage["last"]
class a { notify { "a": } contain b }
class b { notify { "b": } }
class { "a": stage => last }
