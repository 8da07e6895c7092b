notify { 'x': schedule => 'nightly' }
