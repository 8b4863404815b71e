"""Speed, measured: every figure is a ratio to something run in the same minute on the same machine."""
