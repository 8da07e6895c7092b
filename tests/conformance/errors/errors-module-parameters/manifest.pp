# A class of a module that lacks a parameter
include m
