# An apply block of a plan
apply('node') { notify { 'x': } }
