define tools::thing() { notify { $name: message => $module_name } }
