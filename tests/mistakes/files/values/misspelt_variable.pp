$port = 80
notice($prot)
