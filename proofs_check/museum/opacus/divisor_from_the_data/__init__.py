"""`piece`: the batch was divided by the rounded q times the number of records, which differs between neighbours."""
