"""`piece`: values at the threshold were published, but delta counted only those beyond it."""
