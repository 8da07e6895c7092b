# An attribute that is to replace another needs one
type Base = {attributes=>{a=>Integer}}
type Car = {parent=>Base,attributes=>{b=>{type=>Integer[1],override=>true}}}
notice(Car(1))
