Package { provider => dpkg }
package { 'judge-a':
  ensure      => latest,
  source      => '/srv/repository/judge-a_1.10-1.deb',
  configfiles => replace,
  mark        => hold,
}
package { 'judge-b':
  mark => none,
}
