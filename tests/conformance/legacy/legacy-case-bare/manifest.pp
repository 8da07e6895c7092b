# Bare words as options
case debian { debian, ubuntu: { notify { 'deb': } } default: { } }
