# v4_data_hash: what the function gives must be a hash
include m
