class o { notify { 'o': message => "$module_name <$caller_module_name>" } }
