# extra
# nothing
