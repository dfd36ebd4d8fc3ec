"""`nonairo serve`: the answers over HTTP, each worked out in a process that can be ended.

run       a socket, the signals, and uvicorn
app       which path gets which answer; guards, replies, static: what goes in and out
openapi   what can be asked, told to programs
pool      lanes of processes; lanes, process, wire: how they are lent out and talked to
worker    one such process; requests: from bytes to bytes inside it
beside    the same without a server, for a page that has Python beside it (`nonairo site`)
"""
