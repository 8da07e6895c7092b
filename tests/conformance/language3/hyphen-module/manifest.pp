# A module may have a hyphen in its name, and so may its files
include my-mod
include my-mod::sub-class
my-mod::thing { 'x': }
