# extra
$v = 'V'
notify { 'r': message => @("END"/tn) }
  a ${v}\tx
   b
  | END
