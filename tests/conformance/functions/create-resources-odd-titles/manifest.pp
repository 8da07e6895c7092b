# A title that is no string stays what it is for the code of a define; in the catalog it is a name.
define dd($x = 1, $y = $name, $z = $title) { notify { "in ${name} ${title}": message => [$name, $title] } }
create_resources('dd', {80 => {}, 1.5 => {}, true => {}, 7 => {'name' => 'q'}})
create_resources('notify', {1 => {}, [2,3] => {}, 4 => {'message' => 'x'}})
create_resources('file', {'/x' => {}, })
ensure_resource('user', 5, {'ensure' => 'present'})
create_resources('service', {6 => {'ensure' => 'running'}})
create_resources('@notify', {9 => {}})
Notify <| |>
