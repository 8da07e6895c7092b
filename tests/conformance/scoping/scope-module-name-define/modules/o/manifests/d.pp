define o::d() { notify { $name: message => "$module_name $caller_module_name" } }
