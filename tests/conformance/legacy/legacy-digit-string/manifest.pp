# A quoted class that begins with a digit is not found
include '7zip'
