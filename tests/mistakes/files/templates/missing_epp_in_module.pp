notice(epp('web/x.epp'))
