"""Intervals, tests and rankings: do the differences mean anything?"""
