# environment_data_provider that is none

notify { 'r': message => lookup('k', String, first, 'default') }
