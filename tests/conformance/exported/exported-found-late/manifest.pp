# A collector that a defined type brings finds exports that another one declared
define maker() { @@notify { "by ${title}": tag => 'late' } }
define taker() { Notify <<| tag == 'late' |>> }
taker { 't': }
maker { 'm': }
