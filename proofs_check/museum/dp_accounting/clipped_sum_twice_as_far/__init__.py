"""`piece`: a bound for adding a record was used where a record is replaced, which moves a sum twice as far."""
