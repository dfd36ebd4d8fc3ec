export function mount(root) {
  root.append("…");
}
