import type { Component } from "./component.ts";
export type { Component } from "./component.ts";
import { packageComponents } from "./packages.ts";
import { engineComponents, runtimeComponents } from "./runtime.ts";
import { generalTexts } from "./texts.ts";

/**
 * All that is in the executable and that others made, packages first.
 * @param root of the source tree
 * @param files what the bundler took of packages
 * @throws Error when a licence is not known
 */
export function allComponents(root: string, files: readonly string[]): Component[] {
  const packages = packageComponents(root, files);
  return [
    ...packages,
    ...engineComponents(packages.map(({ name }) => name)),
    ...runtimeComponents(process.versions.bun),
  ];
}

const RULE = "-".repeat(78);

/** How the library of JavaScriptCore can be replaced, which its licence wants to be told (LGPL, section 6). */
const RELINKING = [
  "Bun links JavaScriptCore, WebKit and TinyCC, which are under the GNU Library General Public License. You may change them and",
  "link Bun anew: https://github.com/oven-sh/bun/blob/main/LICENSE.md tells how. Tillroll's own source is under the MIT licence;",
  '"bun run build" makes the executable with the Bun that you have.',
].join("\n");

/**
 * The licences of all that others made, as text: who made it, and every text, each once.
 * @throws Error when a licence's text is not known
 */
export function licensesText(components: readonly Component[]): string {
  const texts = new Map<string, { title: string; names: string[] }>();
  const note = (text: string, title: string, name: string) =>
    void texts.getOrInsertComputed(text, () => ({ title, names: [] })).names.push(name);
  for (const { name, license, texts: own } of components) {
    for (const text of own) note(text, license, name);
    if (own.length > 0) continue;
    for (const [title, text] of generalTexts(license, name)) note(text, title, name);
  }
  return [
    "Tillroll contains the work of others, with thanks. Below is who made what, and then the text of every licence.",
    "",
    ...components.map(listed),
    "",
    RELINKING,
    ...[...texts].flatMap(([text, { title, names }]) => [
      "",
      RULE,
      `${title}: ${names.join(", ")}`,
      RULE,
      "",
      text,
    ]),
    "",
  ].join("\n");
}

function listed({ name, version, license, copyright, within }: Component): string {
  const title = [name, ...(version === null ? [] : [version])].join(" ");
  return `- ${title}${within === null ? "" : ` (in ${within})`}: ${license}. ${copyright}`;
}
