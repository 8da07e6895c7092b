# A number with a 0 in front keeps its text; as a number it is octal
$mode = 0644
notify { 'r': message => [$mode, 010 == 8, 010 + 1, 0, 8] }
