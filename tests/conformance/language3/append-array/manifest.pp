# Appending makes a variable of the class out of one at the top, which stays as it is
$users = ['myself', 'someone']
class test { $users += ['someone_else']  notify { 'in': message => $users } }
include test
notify { 'out': message => $users }
