# A small shop: a web server's configuration, its pages, and an index that is rebuilt when a page changes.
# Apply it to a directory:  marotte apply tests/examples/site.pp --root /tmp/shop

class shop (
  String              $owner_name = 'The Shop',
  Integer[1, 65535]   $port       = 8080,
  Hash[String, Hash]  $pages      = {},
) {
  file { ['/etc', '/etc/shop', '/etc/shop/conf.d', '/srv', '/srv/shop', '/srv/shop/pages']:
    ensure => directory,
    mode   => '0755',
  }

  file { '/etc/shop/shop.conf':
    ensure  => file,
    mode    => '0640',
    content => @("CONF"),
      # This file is managed.
      owner = ${owner_name}
      port  = ${port}
      host  = ${facts['networking']['hostname']}
      | CONF
  }

  $pages.each |$name, $attributes| {
    shop::page { $name:
      * => $attributes,
    }
  }

  exec { 'rebuild the index':
    command     => 'ls pages > index.txt',
    provider    => shell,
    path        => ['/usr/bin', '/bin'],
    cwd         => '/srv/shop',
    refreshonly => true,
  }
}

# A page of the shop, and a link to it by its short name.
define shop::page (
  String           $text,
  Optional[String] $short = undef,
) {
  file { "/srv/shop/pages/${title}.html":
    ensure  => file,
    mode    => 'u=rw,go=r',
    content => "<h1>${capitalize_words($title)}</h1>\n<p>${text}</p>\n",
    notify  => Exec['rebuild the index'],
  }
  if $short {
    file { "/srv/shop/${short}":
      ensure => link,
      target => "pages/${title}.html",
    }
  }
}

# Writes each word of a title with a capital letter.
function capitalize_words(String $words) >> String {
  $words.split('-').map |$word| { $word.regsubst('^.', upcase($word[0])) }.join(' ')
}

class motd {
  $lines = [
    "Welcome to ${facts['networking']['hostname']}.",
    $facts['os']['family'] ? {
      'Debian' => 'Packages come from apt.',
      /RedHat/ => 'Packages come from dnf.',
      default  => 'Packages come from somewhere.',
    },
  ]
  file { '/etc/motd':
    content => join($lines + [''], "\n"),
    require => File['/etc'],
  }
  file { '/etc/motd.old':
    ensure => absent,
  }
}

class { 'shop':
  owner_name => 'Ada & Sons',
  pages      => {
    'index'      => { text => 'What we sell.', short => 'home' },
    'about-us'   => { text => 'Who we are.', short => 'about' },
    'contact'    => { text => 'Where to find us.' },
    'deliveries' => { text => 'Every day but Sunday.' },
  },
}
include motd

Class['shop'] -> Class['motd']
