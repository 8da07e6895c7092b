# A function sees facts and the top, and its parameters hide them
$t = 'top'
function f($kernel) { "${t} ${kernel} ${::kernel}" }
notify { 'r': message => f('k') }
