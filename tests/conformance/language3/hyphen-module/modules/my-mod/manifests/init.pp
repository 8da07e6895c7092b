class my-mod { notify { 'init': message => $module_name } }
