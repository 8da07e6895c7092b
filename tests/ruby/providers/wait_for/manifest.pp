wait_for { 'a': query => '/usr/local/bin/check', exit_code => 0, polling_frequency => 0.1, max_retries => 5 }
wait_for { 'b': query => '/usr/local/bin/check b', regex => 'try 9', polling_frequency => 0.1, max_retries => 2, environment => ['A=1'] }
wait_for { 'c': seconds => 0.1 }
