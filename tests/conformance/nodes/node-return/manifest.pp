# return ends a node block
node default { notify { 'a': }  return()  notify { 'b': } }
