import 'parts/*.pp'
class tools { tools::thing { 'x': }  include tools::other }
