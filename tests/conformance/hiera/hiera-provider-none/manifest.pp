# data_provider 'none' in metadata.json: the module has no data, whatever files there are
include m
