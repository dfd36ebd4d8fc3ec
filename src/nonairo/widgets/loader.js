// Gives every module an address, after those that it imports, and exports what the last one has.

const modules = [/* modules */];
const addresses = new Map();
for (const [name, text] of modules) {
  const linked = text.replace(/(\bfrom\s+|\bimport\s+)"((?:page|widgets)\/[^"]+)"/g, (_, word, other) => `${word}"${addresses.get(other)}"`);
  addresses.set(name, URL.createObjectURL(new Blob([linked], { type: "text/javascript" })));
}
const { render } = await import(addresses.get(modules.at(-1)[0]));
for (const address of addresses.values()) URL.revokeObjectURL(address); // all are loaded

export default { render };
