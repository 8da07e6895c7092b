Package { provider => dpkg }
package { 'judge-a':
  ensure => latest,
  source => '/srv/repository/judge-a_2.0-1.deb',
}
package { 'judge-b':
  ensure => absent,
}
