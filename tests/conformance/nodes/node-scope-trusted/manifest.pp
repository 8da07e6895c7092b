# A node may not set trusted or facts
node default { $trusted = 1 }
