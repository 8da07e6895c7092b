package { 'Archive_Tar': ensure => latest, provider => pear }
package { 'PEAR': ensure => present, provider => pear }
package { 'Mail': ensure => '1.2.3', provider => pear }
package { 'Net_SMTP': ensure => present, provider => pear, install_options => ['--nodeps', { '-c' => 'x' }] }
package { 'redis': ensure => '6.0.0', provider => pecl }
package { 'imagick': ensure => present, provider => pecl }
package { 'xdebug': ensure => absent, provider => pecl }
package { 'broken': ensure => present, provider => pecl }
