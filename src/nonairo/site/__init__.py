"""`nonairo site`: the page as files that any static host can hand out; Python runs in the browser.

contents  all files of a site, by path: the page, Python, the package, what is answered beforehand
wheel     the package as a wheel without compiled code, made from its own files
pyodide   the files of Pyodide that are needed, from its npm package
folder    a site into a folder, or nothing
offline   (JavaScript) the service worker: with it the page opens without a network
"""
