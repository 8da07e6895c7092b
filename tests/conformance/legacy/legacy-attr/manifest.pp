# attr is reserved
attr x { }
