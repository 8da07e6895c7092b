# All keys of an array are made numbers before it is asked whether they are integers.
notice([1, 2][-2.5, 'x'])
