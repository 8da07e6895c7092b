# A dollar that begins no variable, in a string that is not closed
"a$
