"""In place of tasks that only a server has. What they work on is not looked at either."""
