class c(M::Port $port, M::Ports $ports = [1, 2]) { notify { "${port} ${ports}": } }
class { 'c': port => 80 }
notify { "a ${5 =~ M::Port} ${70000 =~ M::Port} ${[1] =~ M::Ports} ${['x'] =~ M::Ports}": }
$pair = M::Pair(1)
notify { "b ${$pair.first} ${$pair.second} ${$pair}": }
notify { "c ${M::Pair(1) == M::Pair(1)} ${M::Pair(1) == M::Pair(2)} ${type($pair)}": }
notify { "d ${M::Short(9).only}": }
notify { "f ${M::Port} ${M =~ Type} ${M =~ TypeSet}": }
