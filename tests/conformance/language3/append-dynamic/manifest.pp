# What is appended to is found by dynamic scope too
class outer { $l = ['outer']  include inner }
class inner { $l += ['inner']  notify { 'r': message => $l } }
include outer
