package { 'judge-a':
  ensure      => '1.2-1',
  configfiles => keep,
}
package { 'judge-b':
  ensure       => absent,
  responsefile => '/srv/answers',
}
