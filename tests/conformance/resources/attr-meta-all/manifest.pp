# extra
notify { "a": noop => true, loglevel => warning, tag => "x", audit => all, schedule => undef, alias => "z", before => Notify["b"], notify => [Notify["b"]], subscribe => [], require => [Notify["c"],[Notify["d"]]] }
notify { ["b","c","d"]: }
