# extra
class k { $osfamily = "mine" notify { "r": message => "$osfamily $::osfamily ${facts["os"]["family"]}" } }
include k
