# a default can not use a later parameter
class a($p = $q, $q = 2) { }
include a
