# An attribute that requires a feature which the provider lacks is not managed
gadget { 'x': provider => plain, polish => 'high' }
gadget { 'y': provider => fancy, polish => 'high' }
