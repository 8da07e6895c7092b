# A final attribute can not be replaced
type Base = {attributes=>{a=>{type=>Integer,final=>true}}}
type Car = {parent=>Base,attributes=>{a=>{type=>Integer[1],override=>true}}}
notice(Car(1))
