# A regex may ignore case by itself
node /(?i)^WWW(\d+)/ { notify { 'm': message => $1 } }
