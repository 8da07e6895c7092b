# The letter case of a tag has no meaning
Notify <<| tag == 'WEB' |>>
Notify <<| tag != 'Web' |>>
