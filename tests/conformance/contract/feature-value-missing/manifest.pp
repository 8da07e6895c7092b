# A value that requires a feature which the provider lacks is refused
gadget { 'x': provider => plain, edge => keen }
