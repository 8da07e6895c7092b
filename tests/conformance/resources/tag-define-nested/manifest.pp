# extra
define o() { tag "ot" i { "x": } }
define i() { notify { "n": } }
o { "q": tag => "mt" }
