# extra
include foo::inner
