# References as text are written as in the language
notify { a: message => "${Class['x']} ${Notify['x']} ${Notify} ${Class}" }
