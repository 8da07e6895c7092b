# extra
define d() { notify { "n": } }
d { ["a","b"]: }
