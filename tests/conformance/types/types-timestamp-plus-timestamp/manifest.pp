# Two timestamps can not be added
notice(Timestamp(0) + Timestamp(0))
