Integr $x = 1
