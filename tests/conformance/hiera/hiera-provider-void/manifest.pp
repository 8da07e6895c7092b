# a hiera.yaml of version 5 makes data_provider void
include m
