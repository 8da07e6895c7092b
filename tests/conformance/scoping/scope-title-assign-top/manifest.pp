# The title at the top can not be set
$title = 1
