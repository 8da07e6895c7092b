# All confines must hold
widget { 'x': provider => never, made_by => 'me' }
