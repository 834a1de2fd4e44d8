"""`piece`: noise was rounded to whole numbers and accounted for as if it were continuous."""
