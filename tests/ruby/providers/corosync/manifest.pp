cs_property { 'stonith-enabled': value => 'false', provider => pcs }
cs_property { 'no-quorum-policy': value => 'ignore', provider => pcs }
cs_rsc_defaults { 'resource-stickiness': value => '100', provider => pcs }
cs_primitive { 'ip': primitive_class => 'ocf', primitive_type => 'IPaddr2', provided_by => 'heartbeat', parameters => { 'ip' => '192.0.2.6' }, operations => { 'monitor' => { 'interval' => '10s' } }, provider => pcs }
