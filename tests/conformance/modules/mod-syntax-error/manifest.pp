# extra
include foo
