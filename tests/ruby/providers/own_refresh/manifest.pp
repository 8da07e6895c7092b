own_refresh { 'a': state => 'new' }
own_refresh { 'b': state => 'old' }
own_refresh { 'c': state => 'new', fails => true }
