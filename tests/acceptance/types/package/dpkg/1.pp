Package { provider => dpkg }
package { 'judge-a':
  ensure => installed,
  source => '/srv/repository/judge-a_1.0-1.deb',
}
package { 'judge-b':
  ensure => latest,
  source => '/srv/repository/judge-b_1.0-1.deb',
  mark   => hold,
}
