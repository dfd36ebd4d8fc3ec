"""What the techniques share: positions, climbing, supposing, telling, prices."""
