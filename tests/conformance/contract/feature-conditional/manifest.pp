# A provider has some features only under conditions
gadget { 'x': provider => handy, edge => keen, polish => 'high' }
