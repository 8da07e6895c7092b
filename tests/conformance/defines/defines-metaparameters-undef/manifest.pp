# Metaparameters of an instance as variables
define d { notice($require, $before, $noop, $tag, $alias, $loglevel) }
d { 'a': noop => true, tag => ['x'], require => Notify[n] }
notify { n: }
