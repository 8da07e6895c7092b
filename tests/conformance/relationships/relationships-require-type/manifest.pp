# A relationship needs a title
notify { a: require => Resource['notify'] }
