# a metadata.json that is none has no say
include m
