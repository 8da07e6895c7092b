# A coerced number with strict=error
notice('1' + 1)
