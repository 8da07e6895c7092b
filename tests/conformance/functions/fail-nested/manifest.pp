# extra
define d() { e { 'y': } }
define e() { fail("boom $title") }
d { 'x': }
