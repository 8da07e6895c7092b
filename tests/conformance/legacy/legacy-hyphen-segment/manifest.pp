# A hyphen in a part of a name
class a::b-c::d { }
define e-f::g() { }
