# A string is appended to a string
$dirs = '/bin'
class c { $dirs += ':/sbin'  notify { 'r': message => $dirs } }
include c
