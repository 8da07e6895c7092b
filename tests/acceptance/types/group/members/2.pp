group { 'crew': members => ['bob'], auth_membership => true }
group { 'club': members => ['bob'] }
