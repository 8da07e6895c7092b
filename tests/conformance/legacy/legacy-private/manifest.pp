# private is reserved
private class a { }
