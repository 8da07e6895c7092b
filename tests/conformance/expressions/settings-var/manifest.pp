# extra
notify { 'r': message => ["$settings::environment", $environment, $trusted['certname'], $facts['os']['family'], $server_facts['environment']] }
