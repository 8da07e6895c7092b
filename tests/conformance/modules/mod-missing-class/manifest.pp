# extra
include foo::bar
