# extra
class a { nosuch_fn(1) }
include a
