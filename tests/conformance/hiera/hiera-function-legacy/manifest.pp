# v4_data_hash asks a function that takes nothing
include m
