# data_provider 'function' in metadata.json asks the function NAME::data, which takes nothing
include m
