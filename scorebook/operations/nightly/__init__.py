"""Backups that run by themselves: written, proved, put in place, copied outside, and the older ones thinned out."""
