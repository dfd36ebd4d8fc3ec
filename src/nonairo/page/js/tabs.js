// The parts of the page. To add one: write tabs/NAME.js with `mount(root, app)`, and list it here.
// `mount` fills its root once, when the tab is first shown, and may give {show, hide}.

export const TABS = [
  { name: "play", title: "tab_play", load: () => import("./tabs/play.js") },
  { name: "learn", title: "tab_learn", load: () => import("./tabs/learn.js") },
  { name: "watch", title: "tab_watch", load: () => import("./tabs/watch.js") },
  { name: "make", title: "tab_make", load: () => import("./tabs/make.js") },
];
