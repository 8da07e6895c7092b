# extra
package { 'a': }
package { 'b': name => 'a', provider => 'gem' }
