# extra
@@notify { 'a': }
Notify <<| |>>
notify { 'b': }
