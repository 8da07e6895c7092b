# include of a class that begins with a digit
include 7zip
