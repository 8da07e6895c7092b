# In a noop run own words for values are used, those for the change are not
spoken { 'x': mode => '0600', rank => 'corporal' }
