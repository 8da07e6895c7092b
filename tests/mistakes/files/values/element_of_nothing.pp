notice($facts['networking']['nope']['x'])
