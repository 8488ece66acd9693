"""Games as environments of other libraries; each needs an extra of its own."""
