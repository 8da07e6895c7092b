# A resource that is left out by its tags does not fail for its provider
widget { 'x': provider => tool, made_by => 'me' }
notify { 'y': tag => 'wanted' }
