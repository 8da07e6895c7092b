# Listed true and false are no yes and no
valued { 'a': flag => 'yes' }
