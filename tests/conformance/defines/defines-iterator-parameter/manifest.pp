# An iterator cannot be passed to a defined type
define d($x) { notice($x) }
d { a: x => [1,2].reverse_each }
