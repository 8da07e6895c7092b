# Tags of a regex block
node /^(a|b)-c$/ { notify { 'r': } }
