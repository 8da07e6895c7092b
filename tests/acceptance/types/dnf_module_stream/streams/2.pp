dnf_module_stream { 'perl': module => 'perl', stream => '10' }
dnf_module_stream { 'switched': module => 'nodejs', stream => absent }
dnf_module_stream { 'ruby': module => 'ruby', stream => present }
dnf_module_stream { 'mariadb': module => 'mariadb', stream => default }
