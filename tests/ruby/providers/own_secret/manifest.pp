own_secret { 'a': ensure => present, password => Sensitive('hidden'), plain => 'seen', pin => '2' }
own_secret { 'b': ensure => present, password => Sensitive('old') }
