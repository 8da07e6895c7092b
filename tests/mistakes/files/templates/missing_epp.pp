notice(epp('nope/x.epp'))
