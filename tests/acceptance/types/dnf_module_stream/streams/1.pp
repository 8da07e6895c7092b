dnf_module_stream { 'perl': module => 'perl', stream => '14' }
dnf_module_stream { 'switched': module => 'nodejs', stream => 'default' }
dnf_module_stream { 'ruby': module => 'ruby', stream => present }
dnf_module_stream { 'mariadb': module => 'mariadb', stream => absent }
