# environment_data_provider 'hiera'
notify { 'r': message => lookup('k', String, first, 'default') }
