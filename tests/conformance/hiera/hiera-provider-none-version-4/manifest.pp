# data_provider 'none' counts more than a hiera.yaml of version 4
include m
