# realize refuses the bare type Class
realize(Class)
