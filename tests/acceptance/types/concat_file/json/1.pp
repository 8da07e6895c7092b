concat_file { '/srv/merged.json': format => 'json' }
concat_fragment { 'j1': target => '/srv/merged.json', content => '{"b": {"x": 1.5, "l": [1, 2]}, "s": "é\u00e9\n\"/"}', order => 1 }
concat_fragment { 'j2': target => '/srv/merged.json', content => '{"b": {"y": 1e20, "l": [2, 3]}, "a": null}', order => 2 }
concat_file { '/srv/pretty.json': format => 'json-pretty', force => true }
concat_fragment { 'p1': target => '/srv/pretty.json', content => '{"k": 1, "e": {}, "l": []}', order => 1 }
concat_fragment { 'p2': target => '/srv/pretty.json', content => '{"k": 2, "m": {"n": [true, false]}}', order => 2 }
concat_file { '/srv/list.json': format => 'json-array' }
concat_fragment { 'a1': target => '/srv/list.json', content => '{"k": 1}' }
concat_fragment { 'a2': target => '/srv/list.json', content => '[2, {"x": "y"}]' }
concat_file { '/srv/pretty-list.json': format => 'json-array-pretty' }
concat_fragment { 'b1': target => '/srv/pretty-list.json', content => '{"k": 1}' }
