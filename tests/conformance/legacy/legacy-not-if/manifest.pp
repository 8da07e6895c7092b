# not in a condition
if not true { }
