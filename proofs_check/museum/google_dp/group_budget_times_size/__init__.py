"""`piece`: a group of g was promised g times the eps of one record at an unchanged delta."""
