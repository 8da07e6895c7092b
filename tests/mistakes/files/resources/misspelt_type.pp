fil { '/tmp/x': }
