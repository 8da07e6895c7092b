# a template with parameters does not see top-scope locals of classes
$outer = 'o'
notify { 'r': message => epp('m/t.epp') }
