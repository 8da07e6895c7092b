# return ends the template alone
class c {
  notify { 'r': message => inline_epp('a<% return("ret") %>b') }
  notify { 'after': }
}
include c
