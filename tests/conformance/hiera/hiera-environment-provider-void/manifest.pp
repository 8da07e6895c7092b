# a hiera.yaml of version 5 makes environment_data_provider void
notify { 'r': message => lookup('k', String, first, 'default') }
