class { 'chrony':
  servers        => {},
  pools          => {},
  port           => 0,
  makestep_seconds => 1,
}
