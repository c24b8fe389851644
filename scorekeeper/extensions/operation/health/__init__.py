"""The page a load balancer asks: is this process up, and does it reach its database?"""
