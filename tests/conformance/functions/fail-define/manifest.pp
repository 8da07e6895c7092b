# extra
define d() { fail("boom $title") }
d { 'x': }
