swift_config { 'swift-hash/suffix':
  value  => 'new',
  secret => true,
}
swift_config { 'swift-constraints/on':
  value => 'false',
}
swift_config { 'swift-constraints/off':
  ensure => absent,
}
