# A module whose name begins with a digit is found; numbers stay numbers
include 7zip
include 7zip::10th
notify { 'r': message => [7, 0x1f, 1.5, 1e3, 7 - 1] }
