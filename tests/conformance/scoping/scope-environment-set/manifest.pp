# The environment can not be set at the top
$environment = 'x'
