file { '/tmp/case/root/out': ensure => file }
datacat_fragment { 'a': target => '/tmp/case/root/out', data => { 'list' => ['a'], 'x' => 1 } }
datacat_fragment { 'b': target => '/tmp/case/root/out', data => { 'list' => ['b'] }, order => '10' }
datacat_collector { '/tmp/case/root/out': template => 'x', template_body => '<%= @data["list"].inspect %>', target_resource => File['/tmp/case/root/out'], target_field => 'content', before => File['/tmp/case/root/out'] }
