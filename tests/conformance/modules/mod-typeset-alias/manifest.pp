notify { "a ${undef =~ M::A} ${'x' =~ M::E}": }
notify { "b ${M::F('x')} ${M::F}": }
type Local = Struct[{ e => M::E }]
notify { "c ${{ 'e' => 'y' } =~ Local} ${{ 'e' => 'z' } =~ Local}": }
function f(M::E $e) >> M::E { $e }
notify { "d ${f('x')}": }
