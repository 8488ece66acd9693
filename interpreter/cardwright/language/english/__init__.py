"""From what authors say to English sentences."""
