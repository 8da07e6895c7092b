# Uses every feature of the component.
notify { ['closing', 'opening']: }
file { '/hall': ensure => directory, mode => '0755' }
relic { '/hall:CROWN':
  provider => fine,
  weight   => 3,
  tags     => ['old', 'gold'],
  mark     => Sensitive('hallmark'),
  polish   => high,
  copies   => 2,
  parts    => ['cross', 'orb'],
  errand   => touch,
}
relic { '/hall:sword':
  polish => low,
  tags   => iron,
  notes  => { 'found' => 'here' },
  tells  => 'bell',
  errand => stage,
}
relic { '/hall:rust': ensure => gone, errand => look }
alarm { 'bell': }
