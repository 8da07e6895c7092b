# A property refuses what is not listed; other spellings are not in the message
valued { 'x': level => 'middle' }
