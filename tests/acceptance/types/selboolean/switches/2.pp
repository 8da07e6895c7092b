selboolean { 'httpd_can_network_connect': value => 'off' }
selboolean { 'deny_ptrace': value => true, persistent => true }
