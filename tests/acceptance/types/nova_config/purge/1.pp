resources { 'nova_config': purge => true }
nova_config { 'DEFAULT/driver': value => ['two', 'one'] }
nova_config { 'kept/uri': value => 'http://x/?a=b' }
nova_config { 'new/setting': value => false }
