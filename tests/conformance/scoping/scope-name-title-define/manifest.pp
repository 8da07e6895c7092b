# Name and title of an instance with a name of its own
define d($name_ = $name) { notify { $title: message => [$name, $title, $name_] } }
d { 'x': }
