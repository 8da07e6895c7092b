# Use of a type with a hyphen
my-type { 'x': }
