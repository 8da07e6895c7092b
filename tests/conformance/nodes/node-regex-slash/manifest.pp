# A slash in a regex is escaped
node /a\/b|www/ { notify { 'm': } }
