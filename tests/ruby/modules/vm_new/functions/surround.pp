# A function in the Puppet language, called by Ruby functions.
function vm_new::surround(String $text, String $mark = '*') >> String {
  "${mark}${text}${mark}"
}
