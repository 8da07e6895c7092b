# environment_data_provider 'function' without the function
notify { 'r': message => lookup('k', String, first, 'default') }
