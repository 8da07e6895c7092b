# What a collector takes from the store belongs to the class that the collector is written in
class gather { Notify <<| tag == 'x' |>> }
include gather
