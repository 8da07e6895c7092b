# A function with a hyphen
function a-b() { }
