selboolean { 'httpd_can_network_connect': value => on, persistent => true }
selboolean { 'by title': name => 'deny_ptrace', value => false }
selboolean { 'daemons_dump_core': value => 'true' }
