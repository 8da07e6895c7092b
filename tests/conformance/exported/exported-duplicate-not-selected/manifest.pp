# A clash that the query leaves out is none
notify { 'same': }
Notify <<| message == 'two' |>>
