# functions check deferred calls as they are
function f(Integer $x) { }
f(Deferred('upcase', ['a']))
