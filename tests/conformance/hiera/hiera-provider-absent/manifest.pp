# without data_provider and hiera.yaml a module has no data
include m
