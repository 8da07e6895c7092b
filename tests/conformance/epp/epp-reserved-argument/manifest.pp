# Nor may a value be given to a reserved variable
notify { 'r': message => inline_epp('<%= $facts %>', { 'facts' => 1 }) }
