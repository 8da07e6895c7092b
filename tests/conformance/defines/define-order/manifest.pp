# extra
define outer() { inner { "$title-1": } notify { "o-$title": } inner { "$title-2": } }
define inner() { notify { "i-$title": } include k }
class k { notify { 'k': } }
outer { ['a','b']: }
notify { 'last': }
