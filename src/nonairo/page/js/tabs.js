// The parts of the page. To add one: write tabs/NAME.js with `mount(root, app)`, and list it here.
// One that is `within` another has no place in the bar: it is what that one begins with.
// One that is `about` a puzzle opens the last one, if none is open.
// `mount` fills its root once, when the tab is first shown, and may give {show, hide}. One that is `passing` stands in
// the bar only while it is open: something in another tab leads to it. `again` is a query for
// another try: browsers remember that a module could not be loaded.

export const TABS = [
  { name: "play", title: "tab_play", load: (again) => import(`./tabs/play.js${again}`) },
  { name: "start", title: "tab_play", within: "play", load: (again) => import(`./tabs/start.js${again}`) },
  { name: "gallery", title: "tab_gallery", load: (again) => import(`./tabs/gallery.js${again}`) },
  { name: "learn", title: "tab_learn", about: true, load: (again) => import(`./tabs/learn.js${again}`) },
  { name: "watch", title: "tab_watch", about: true, load: (again) => import(`./tabs/watch.js${again}`) },
  { name: "type", title: "tab_type", passing: true, load: (again) => import(`./tabs/type.js${again}`) },
  { name: "make", title: "tab_make", load: (again) => import(`./tabs/make.js${again}`) },
];
