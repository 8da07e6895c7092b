# The name of an attribute begins with a small letter
type Car = {attributes=>{'A'=>Integer}}
notice(Car(1))
