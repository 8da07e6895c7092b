# Types with several segments have a capital letter in each of them
define outer::inner($x) { notify { "${title} ${x}": } }
Outer::Inner <<| x == 1 |>>
