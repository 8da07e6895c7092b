# Tags from the store stay, and those of the place of the collector join them
class gather { tag 'site' Notify <<| |>> }
include gather
