# A file of a module may define what belongs elsewhere
include one
include other
include one::deep
