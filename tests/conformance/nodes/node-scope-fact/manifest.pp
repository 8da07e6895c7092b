# A node may set what is a fact at the top
node default { $kernel = 'mine'  notify { 'r': message => [$kernel, $::kernel, $facts['kernel']] } }
