# The line of a fault inside an interpolation
$s = "abc ${
  1 +
} def"
