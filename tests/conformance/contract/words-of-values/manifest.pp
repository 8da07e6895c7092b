# Own words for what is and what should be
spoken { 'x': mode => '0600' }
