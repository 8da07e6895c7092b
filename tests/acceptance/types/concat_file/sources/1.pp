concat_file { '/srv/from sources': ensure_newline => true }
concat_fragment { 's1': target => '/srv/from sources', source => ['/srv/nowhere', '/srv/a source'] }
concat_fragment { 's2': target => '/srv/from sources', source => 'puppet:///modules/pieces/two', order => '20' }
concat_fragment { 's3': target => '/srv/from sources', content => 'end', order => '30' }
