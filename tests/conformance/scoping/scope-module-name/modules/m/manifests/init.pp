class m { notify { 'm': message => "$module_name <$caller_module_name>" } include o }
