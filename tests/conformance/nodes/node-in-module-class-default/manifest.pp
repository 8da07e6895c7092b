# A node block inside the class of a module, where others are
include m
node default { notify { 'd': } }
