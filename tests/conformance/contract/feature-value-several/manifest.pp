# All features that a value requires are named where one of them is missing
gadget { 'x': provider => handy, edge => dazzling }
