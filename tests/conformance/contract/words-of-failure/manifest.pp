# A change that fails is told with the words for values
spoken { 'x': mode => 'bad', rank => 'general' }
