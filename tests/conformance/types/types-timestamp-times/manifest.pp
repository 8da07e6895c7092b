# A timestamp can not be multiplied
notice(Timestamp(0) * 2)
