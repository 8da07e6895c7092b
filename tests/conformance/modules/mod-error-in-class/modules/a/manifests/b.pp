class a::b {
  fail("deep")
}