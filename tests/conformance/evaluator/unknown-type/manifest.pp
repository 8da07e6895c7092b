# extra
fiel { '/x': }
