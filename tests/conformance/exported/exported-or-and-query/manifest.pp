# and, or and parentheses in a query
Notify <<| (title == 'a' or title == 'b') and message != 'no' |>>
