class n { }
