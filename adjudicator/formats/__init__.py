"""Game records: readers and writers, one module a format."""
