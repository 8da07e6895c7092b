notice(upcas('x'))
