# A comparison of its own finds values equal that are not the same
spoken { 'x': rule => 'allow' }
spoken { 'y': rule => 'deny' }
