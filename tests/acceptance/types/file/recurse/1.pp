# Attributes of a directory apply to its entries down to the recursion limit.
file { '/srv/tree':
  ensure       => directory,
  recurse      => true,
  recurselimit => 2,
  ignore       => ['.git', '*.local'],
  owner        => 'daemon',
  group        => 'daemon',
  mode         => '0640',
}
