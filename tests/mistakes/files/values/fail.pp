fail('the package mirror is not set')
