# extra
notify { undef: }
