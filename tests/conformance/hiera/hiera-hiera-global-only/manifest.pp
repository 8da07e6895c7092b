# Without an environment's hiera.yaml hiera sees the global layer alone
notify { 'r': message => [hiera('m::a', 'd'), lookup('m::a')] }
