# Only some characters of a regex are in the name of the block
node /^(a|b)[-_.]c\d{1,2}\.x::y?$/ { notify { 'm': } }
node default { notify { 'd': } }
