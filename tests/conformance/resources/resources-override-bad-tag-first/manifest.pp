# The tags of an override are looked at before the resource is.
notify { 'other': }
Notify['no'] { tag => 'Bad Tag' }
