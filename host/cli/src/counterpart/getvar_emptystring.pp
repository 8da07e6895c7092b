# Returns a variable by its name; an empty string if there is none.
function getvar_emptystring(Any *$arguments) {
  if size($arguments) != 1 {
    fail("getvar_emptystring(): wrong number of arguments (${size($arguments)}; must be 1)")
  }
  getvar(String($arguments[0]), '')
}
