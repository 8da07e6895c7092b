# The metaparameter tag of an exported resource stays, other tags do not
Notify <<| tag == 'y' |>>
Notify <<| tag == 'x' |>>
