# extra
notcie('x')
