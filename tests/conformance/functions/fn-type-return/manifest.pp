# extra
function f() >> String { 5 }
f()
