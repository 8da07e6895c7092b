# An attribute that replaces another must say so
type Base = {attributes=>{a=>Integer}}
type Car = {parent=>Base,attributes=>{a=>Integer}}
notice(Car(1))
