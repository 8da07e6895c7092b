# Values of conditions keep their types: a number is not its digits, and undef is null
Notify <<| message == 80 |>>
Notify <<| withpath == true |>>
Notify <<| message == 'x' and loglevel != 'err' |>>
