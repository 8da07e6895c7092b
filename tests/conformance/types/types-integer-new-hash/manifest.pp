# The fault of Integer.new names the types of its arguments
notify { 'r': message => String(Integer.new({[1]=>1})) }
