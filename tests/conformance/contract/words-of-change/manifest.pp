# Own words for a change
spoken { 'x': rank => 'corporal', mode => '0600' }
