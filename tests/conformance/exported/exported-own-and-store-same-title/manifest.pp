# the own export counts, the store gives the others
@@notify { 'own': message => 'own' }
Notify <<| |>>
