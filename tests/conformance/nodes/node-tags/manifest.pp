# Tags of what a node declares
class c { notify { 'c': message => [tagged('web'), tagged('node'), tagged('c')] } }
node 'web' { tag('extra')  notify { 'r': message => [tagged('web'), tagged('web.x'), tagged('extra')] }  include c }
