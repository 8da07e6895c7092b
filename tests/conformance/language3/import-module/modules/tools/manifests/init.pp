class tools { notify { 'tools': message => $module_name } }
