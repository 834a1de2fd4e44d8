"""`piece`: e^eps was computed as it stands, so that an eps above 709 had no answer."""
