"""`nonairo serve`: the answers over HTTP, each worked out in a process that can be ended.

run       a socket, the signals, and uvicorn; connections: how many, and how long they may idle
app       which path gets which answer; guards: refused requests; replies: bodies in and out
openapi   the OpenAPI document; static: the files of the page
watch     request ids, the access log and the rate limit around every request; metrics: counts
fronts    several front processes behind one port (front: the program of one); shared: their memory
pool      lanes of worker processes; lanes, process: how they are lent and talked to
worker    what a worker process does; requests: from bytes to bytes inside it
beside    the same without a server, for a page that runs Python in the browser (`nonairo site`)
"""
