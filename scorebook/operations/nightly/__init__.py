"""Scheduled backups: written, proved, put in place, copied outside, and the older ones thinned out."""
