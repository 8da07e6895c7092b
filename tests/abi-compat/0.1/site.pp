# Uses every feature of the component.
notify { ['closing', 'opening']: }
file { '/hall': ensure => directory, mode => '0755' }
item { '/hall:CROWN':
  provider => fine,
  weight   => 3,
  tags     => ['old', 'gold'],
  mark     => Sensitive('hallmark'),
  polish   => high,
  copies   => 2,
  parts    => ['cross', 'orb'],
  operation => mutate,
}
item { '/hall:sword':
  polish => low,
  tags   => iron,
  notes  => { 'found' => 'here' },
  alarm_title => 'bell',
  operation => stage,
}
item { '/hall:rust': ensure => gone, operation => query }
alarm { 'bell': }
