# realize names all that is not there
realize(Notify[zz,yy])
