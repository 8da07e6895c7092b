# v4_data_hash names a function that is not there
include m
