# Functions of stdlib that look at resources, modules and files.
include m
define d($x = 1, $y = undef) { }
d { 'a': }
d { 'b': x => 2 }
user { 'u': shell => '/bin/sh' }
notice(getparam(D['a'], 'x'), getparam(D['b'], 'x'), getparam('D[b]', 'y'), getparam('D[b]', 'none'), getparam(D['c'], 'x'))
notice(getparam(User['u'], 'shell'), getparam(User['u'], 'title'), getparam('User[u]', 'uid'), getparam(Class['m'], 'p'))
$where = get_module_path('m')
notice($where)
notice(loadyaml("${where}/files/data.yaml"), loadyaml("${where}/files/broken.yaml", 'default'), loadyaml("${where}/files/empty.yaml", {}))
notice(loadjson("${where}/files/data.json"), loadjson("${where}/files/broken.yaml", ['default']))
notice(loadyaml("${where}/files/none.yaml", 'nothing'))
notice(stdlib::deferrable_epp('m/a.epp', {'x' => 1}))
notify { 'deferred': message => stdlib::deferrable_epp('m/a.epp', {'x' => Deferred('unwrap', [1])}) }
