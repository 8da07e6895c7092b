# A class that both blocks include is evaluated in the outer one
$where = 'top'
class c { notify { 'c': message => $where } }
node base { $where = 'base'  include c }
node default inherits base { $where = 'own'  include c }
