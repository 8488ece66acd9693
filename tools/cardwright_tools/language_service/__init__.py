"""Answers an editor's questions about packs that are being written, in spans and texts.

Knows nothing of any protocol; `language_server` speaks it.
"""
