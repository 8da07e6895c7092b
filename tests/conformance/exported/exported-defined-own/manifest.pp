# An exported instance of a defined type is only evaluated where it is collected
define inner() { notify { "in ${title}": } }
@@inner { 'collected': tag => 'yes' }
@@inner { 'left': }
Inner <<| tag == 'yes' |>>
