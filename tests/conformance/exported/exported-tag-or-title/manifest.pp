# Queries combine tags and titles
Notify <<| (tag == 'web' and title != 'b') or title == 'd' |>>
