# A parameter that requires several features needs all of them
gadget { 'x': provider => handy, wax => 'bees' }
gadget { 'y': provider => fancy, wax => 'bees' }
