# Plan as the type of a parameter
function f(Plan $x) >> Plan { $x }
