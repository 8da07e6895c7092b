# data_provider 'hiera' in metadata.json: without a hiera.yaml, data/common.yaml is read
include m
