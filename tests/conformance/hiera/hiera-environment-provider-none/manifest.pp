# environment_data_provider 'none'
notify { 'r': message => lookup('k', String, first, 'default') }
