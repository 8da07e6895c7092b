# The tags of an override are looked at before it is found that there are two.
notify { 'a': }
Notify['a'] { tag => 'Bad Tag', * => { 'tag' => 'b' } }
