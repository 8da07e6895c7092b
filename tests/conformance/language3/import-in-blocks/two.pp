$two = 'two'
