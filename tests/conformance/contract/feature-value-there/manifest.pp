# A value that requires a feature is set by a provider that has it
gadget { 'x': provider => fancy, edge => keen }
gadget { 'y': provider => plain, edge => dull }
