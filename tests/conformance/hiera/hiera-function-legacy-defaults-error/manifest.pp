# v4_data_hash is not for defaults
include m
