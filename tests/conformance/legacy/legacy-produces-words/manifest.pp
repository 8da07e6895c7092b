# produces and consumes are words
notify { produces: message => consumes }
$site = application
notify { 'r': message => [$site, site] }
