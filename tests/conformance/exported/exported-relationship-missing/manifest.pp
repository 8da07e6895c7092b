# A requirement that came with the resource must be met here
Notify <<| |>>
