swift_storage_policy { '0': policy_name => 'Policy-0', default => true, policy_type => 'replication', deprecated => 'No' }
swift_storage_policy { '1': policy_name => 'gold', default => false, deprecated => 'No' }
swift_config { 'swift-hash/x': value => 'z' }
