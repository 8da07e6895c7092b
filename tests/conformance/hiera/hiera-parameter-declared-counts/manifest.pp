# an attribute of a declaration counts more than data; undef there does not
class { 'm': a => 7, b => undef }
