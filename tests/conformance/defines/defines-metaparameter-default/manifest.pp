# A parameter called like a metaparameter with a default
define d($noop = true) { notice($noop) }
d { 'a': }
