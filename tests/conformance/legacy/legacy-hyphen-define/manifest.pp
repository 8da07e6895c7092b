# A defined type with a hyphen
define my-type() { }
