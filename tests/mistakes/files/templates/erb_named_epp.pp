notice(epp('web/site.conf'))
