package { 'judge-a':
  ensure => '1.10-1',
  source => '/srv/repository/judge-a_1.10-1.deb',
}
package { 'judge-b':
  ensure       => latest,
  responsefile => '/srv/answers',
}
