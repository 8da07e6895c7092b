# data_provider 'hiera' with a hiera.yaml of version 4 takes that
include m
