# file takes the first that is there
notify { 'r': message => [
  file('m/a.txt'),
  file('m/nosuch', 'm/b.txt'),
  find_file('m/nosuch', 'm/a.txt') =~ /files\/a.txt$/,
  find_file(['m/nosuch', 'm/b.txt']) =~ /b.txt$/,
  find_file('nosuch/x'),
  find_template('m/t.epp') =~ /templates\/t.epp$/,
  module_directory('nosuch', 'm') =~ /modules\/m$/,
  String(binary_file('m/a.txt'), '%B'),
  String(binary_file('m/bytes')),
] }
