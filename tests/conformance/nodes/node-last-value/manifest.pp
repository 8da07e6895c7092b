# A value at the end of a node block has no effect
node default { notify { 'a': }  'value' }
