debconf { 'judge/name': type => 'string', value => '' }
debconf { 'judge/choice': type => 'multiselect', value => 'a, b', seen => true }
debconf { 'of another package': ensure => absent, item => 'shared/judge', package => 'judge' }
debconf { 'judge/kept': type => 'string', value => 'kept', seen => false }
debconf { 'judge/secret': type => 'password', value => Sensitive('a b') }
