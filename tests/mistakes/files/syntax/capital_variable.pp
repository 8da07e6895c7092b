$Name = 1
