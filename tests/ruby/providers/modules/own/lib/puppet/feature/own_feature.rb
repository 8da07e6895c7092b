require 'puppet/util/feature'
Puppet.features.add(:own_feature) { true }
