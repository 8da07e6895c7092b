# A parameter called like a metaparameter needs a default
define d($noop) { }
