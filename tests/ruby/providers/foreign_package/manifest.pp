Package { provider => own_pkg }
package { 'two': ensure => '3.0' }
package { 'three': ensure => present, install_options => ['-x', { '--b' => '1', '--a' => 'two words' }] }
package { 'four': ensure => absent, uninstall_options => ['-y'] }
package { 'five': ensure => absent }
package { 'six': ensure => latest }
package { 'seven': ensure => latest }
package { 'eight': ensure => purged }
package { 'nine': ensure => latest }
package { 'ten': ensure => present, mark => hold }
package { 'eleven': ensure => '1.0' }
package { 'twelve': ensure => present, name => 'other', source => '/root/other.pkg' }
package { 'thirteen': ensure => present, reinstall_on_refresh => true }
package { 'fourteen': ensure => latest }
notify { 'changed': notify => Package['thirteen'] }
