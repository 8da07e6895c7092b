# A deprecated option.
Facter.add(:option_ldap, ldapname: 'x') { setcode { 'ldap' } }
Facter.add(:option_ldap_again, ldapname: 'y') { setcode { 'ldap again' } }
