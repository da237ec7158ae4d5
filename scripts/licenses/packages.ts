import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Component } from "./component.ts";
import { checkLicense, generalTexts } from "./texts.ts";

/** Whose glyphs are in the executable as they were drawn by scripts/fonts.ts, so that no import names them. */
const DRAWN_PACKAGES: readonly string[] = [
  "node_modules/@fontsource/noto-sans-mono",
  "node_modules/@fontsource/unifont",
];

const LICENSE_FILE = /^(?:licen[cs]e|notice|copying|copyrightnotice)/i;
/** What bundlers leave beside a file that has others' code in it. */
const BUNDLED_LICENSES = ".LICENSE.txt";

/**
 * The npm packages of which something is in the executable.
 * @param root of the source tree
 * @param files what the bundler took of them, from the root
 * @throws Error when a package has a licence that nobody has looked at
 */
export function packageComponents(root: string, files: readonly string[]): Component[] {
  const folders = new Set([...files.map(packageFolder), ...DRAWN_PACKAGES]);
  return [...folders].toSorted().map((folder) => {
    const beside = files.filter((file) => packageFolder(file) === folder).map((file) => join(root, file));
    return component(
      join(root, folder),
      beside.map((file) => file + BUNDLED_LICENSES).filter((file) => existsSync(file)),
    );
  });
}

/** The folder of the package that a file belongs to; a package may have its own copy of another. */
export function packageFolder(file: string): string {
  const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
  if (folder === undefined) throw new Error(`${file} is in no package`);
  return folder;
}

/** What a package says of itself. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

function component(folder: string, furtherTexts: readonly string[]): Component {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const { name, version, license = "", author = `the authors of ${name}` } = manifest;
  checkLicense(license, name);
  const files = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(basename(file)))
    .toSorted()
    .map((file) => join(folder, file));
  // Without a text of its own, the general one is told: it must be there.
  if (files.length === 0) generalTexts(license, name);
  return {
    name,
    version,
    license,
    copyright: `Copyright (c) ${typeof author === "string" ? author : author.name}`,
    address: `https://www.npmjs.com/package/${name}/v/${version}`,
    packageAddress: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    within: null,
    texts: [...files, ...furtherTexts].map((file) => readFileSync(file, "utf8").trim()),
  };
}
