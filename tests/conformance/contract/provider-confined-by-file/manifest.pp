# Several resources of a provider that is not functional fail each by itself
widget { ['x', 'y']: provider => late, made_by => 'me' }
notify { 'goes on': }
