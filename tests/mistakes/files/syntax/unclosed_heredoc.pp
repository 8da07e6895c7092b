$a = @(END)
  text
