# @summary Resources with a source, a content and a Sensitive content.
# @param greeting Text of the message.
# @param mode Mode of the directory.
class m (
  String $greeting      = 'hello',
  Optional[String] $mode = '0755',
) {
  file { '/tmp/m':
    ensure => directory,
    mode   => $mode,
  }
  file { '/tmp/m/a.txt':
    ensure => file,
    source => 'puppet:///modules/m/a.txt',
  }
  file { '/tmp/m/tree':
    ensure  => directory,
    source  => 'puppet:///modules/m',
    recurse => true,
  }
  file { '/tmp/m/sub':
    ensure  => directory,
    source  => 'puppet:///modules/m/sub',
    recurse => true,
  }
  file { '/tmp/m/content.txt':
    ensure  => file,
    content => epp('m/content.epp', { 'greeting' => $greeting }),
    mode    => '0640',
  }
  file { '/tmp/m/secret.txt':
    ensure  => file,
    content => Sensitive('secret'),
    mode    => '0600',
  }
  exec { '/bin/true':
    refreshonly => true,
    subscribe   => File['/tmp/m/a.txt'],
  }
  notify { 'greeting':
    message => upcase($greeting),
    require => File['/tmp/m'],
  }
  m::line { 'first':
    text => regsubst($facts['os']['family'], 'Debian', 'debian'),
  }
  class { 'm::options': count => 2 }
}
