$my-name = 1
