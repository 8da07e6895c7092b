# The message of the day.
class motd (String $greeting = 'Welcome') {
  file { '/etc/motd':
    content => epp('motd/motd.epp', { 'greeting' => $greeting }),
  }
}
