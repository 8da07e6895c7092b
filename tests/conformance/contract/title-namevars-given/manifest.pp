# Namevars that are given win over what the title says
pair { 'me@here': user => 'them', color => 'red' }
