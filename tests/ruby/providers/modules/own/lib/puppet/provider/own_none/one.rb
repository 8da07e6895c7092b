Puppet::Type.type(:own_none).provide(:one) { commands nope: 'own-nope' }
