# Of equal providers the first is taken, with a warning
twin { 'x': made_by => 'me' }
twin { 'y': made_by => 'me' }
