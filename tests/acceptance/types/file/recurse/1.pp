# The attributes of a folder are those of all that is in it, as deep as it says.
file { '/srv/tree':
  ensure       => directory,
  recurse      => true,
  recurselimit => 2,
  ignore       => ['.git', '*.local'],
  owner        => 'daemon',
  group        => 'daemon',
  mode         => '0640',
}
