# The line of a string that is not closed
$s = 'abc
def
ghi
