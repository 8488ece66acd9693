"""What an editor asks about packs that are being written: spans in, spans and texts out.

Knows nothing of any protocol; `language_server` speaks it.
"""
