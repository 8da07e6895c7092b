# data_provider 'function' without the function
include m
