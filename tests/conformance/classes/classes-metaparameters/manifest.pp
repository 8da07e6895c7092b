# Metaparameters of a class stay on it
class { a: loglevel => warning, audit => 'all', schedule => 'x' } class a { notify { n: } }
