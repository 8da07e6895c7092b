# Variables of the scope that looks up are seen
class c { $own = 'mine' $r = [1].map |$each| { lookup('a') }
 notify { 'r': message => $r } }
include c
