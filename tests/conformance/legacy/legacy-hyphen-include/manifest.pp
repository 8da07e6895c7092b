# include of a class with a hyphen
include apache-ssl
