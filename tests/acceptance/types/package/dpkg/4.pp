Package { provider => dpkg }
package { ['judge-a', 'judge-b']:
  ensure => purged,
}
