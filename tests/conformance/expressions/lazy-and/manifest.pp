# extra
$x = false and nosuchfunction()
notify { "$x": }
