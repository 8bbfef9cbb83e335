"""Fitting the call model on an archive of auctions. Needs torch (``pip install adjudicator[train]``)."""
