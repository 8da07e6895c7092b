debconf { 'judge/name': type => 'string', value => ' one  two ' }
debconf { 'judge/choice': type => 'select', value => 'b', seen => false }
debconf { 'of another package': item => 'shared/judge', package => 'judge', type => 'boolean', value => 'true', seen => true }
debconf { 'judge/old': ensure => absent }
debconf { 'judge/kept': type => 'string', value => 'kept', seen => true }
