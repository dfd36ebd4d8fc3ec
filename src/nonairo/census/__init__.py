"""The number of all Binairo boards of a size, in shards that are counted anywhere, in any order.

`plan` says which shards there are and counts one, `state` keeps those that are done in a file, and
`running` hands them to an executor. How a shard is counted: docs/census.md, and `core/count`.
"""
