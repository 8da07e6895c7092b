# A file template sees the variables of the node block
node default {
  $n = 'N'
  notify { 'r': message => epp('m/t.epp') }
}
