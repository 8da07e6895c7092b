define tools::thing() { notify { $name: message => $module_name } }
class tools::other { notify { 'other': } }
