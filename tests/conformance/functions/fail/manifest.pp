# extra
class k { fail('boom', ['x'], { 'a' => undef }, 1.5) }
include k
