include nope::x
