"""Assessors' labels become levels, and how far the assessors agree."""
