import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundledFiles, ROOT } from "../../scripts/build/compile.ts";
import { licensesOf } from "../../scripts/licenses/component.ts";
import { allComponents, licensesText } from "../../scripts/licenses/licenses.ts";
import { packageComponents } from "../../scripts/licenses/packages.ts";
import { billOfMaterials } from "../../scripts/package/sbom.ts";
import { run } from "../service.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { testRelease } from "./release.ts";

const files = await bundledFiles();
const components = allComponents(ROOT, files);

test("every package that the program needs to run is inside, and none of those for development", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<
    string,
    Record<string, string>
  >;
  const packages = components.filter(({ packageAddress }) => packageAddress?.startsWith("pkg:npm/"));
  const versions = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
  expect(versions).toMatchObject(manifest["dependencies"] ?? {});
  const forDevelopment = Object.keys(manifest["devDependencies"] ?? {}).filter((name) => name in versions);
  // Glyphs of two fonts are drawn.
  expect(forDevelopment).toEqual(["@fontsource/noto-sans-mono", "@fontsource/unifont"]);
});

test("the runtime and the engines are told with their parts", () => {
  const names = components.map(({ name }) => name);
  for (const name of [
    "Bun",
    "JavaScriptCore and WebKit",
    "SQLite",
    "Tesseract OCR",
    "Leptonica",
    "ZXing-C++",
  ])
    expect(names).toContain(name);
  expect(components.find(({ name }) => name === "Bun")?.version).toBe(Bun.version);
  for (const { name, within } of components)
    if (within !== null) expect([name, names]).toEqual([name, expect.arrayContaining([within])]);
});

test("every licence has its text", () => {
  const text = licensesText(components);
  for (const { name, texts } of components)
    for (const own of texts) expect([name, text.includes(own)]).toEqual([name, true]);
  for (const part of [
    "Apache License",
    "GNU LIBRARY GENERAL PUBLIC LICENSE",
    "SIL OPEN FONT LICENSE",
    "May you do good and not evil",
  ])
    expect(text).toContain(part);
});

test("the executable tells them", async () => {
  const { exitCode, stdout } = await run(["licenses"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("Tillroll contains the work of others");
  expect(stdout).toContain("GNU LIBRARY GENERAL PUBLIC LICENSE");
});

test.each([
  ["one that nobody has looked at", { license: "SSPL-1.0" }, '"SSPL-1.0"'],
  ["one beside a known one", { license: "(MIT OR WTFPL)" }, "WTFPL"],
  ["none", {}, '""'],
  ["a known one without a text anywhere", { license: "ISC" }, "text of the licence ISC"],
])("a package with a licence stops the build: %s", async (_name, license, message) => {
  const root = temporaryFolder();
  try {
    const folder = join(root, "node_modules", "strange");
    mkdirSync(folder, { recursive: true });
    await Bun.write(
      join(folder, "package.json"),
      JSON.stringify({ name: "strange", version: "1.0.0", ...license }),
    );
    await Bun.$`cp -r ${join(ROOT, "node_modules", "@fontsource")} ${join(root, "node_modules")}`.quiet();
    expect(() => packageComponents(root, ["node_modules/strange/index.js"])).toThrow(message);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test.each([
  ["MIT", ["MIT"]],
  ["MIT AND (Zlib OR ISC)", ["MIT", "Zlib", "ISC"]],
  ["Apache-2.0 WITH LLVM-exception", ["Apache-2.0", "LLVM-exception"]],
])("the licences of %s", (expression, licenses) => {
  expect(licensesOf(expression)).toEqual(licenses);
});

test("the bill of materials names everything once, and what depends on what", async () => {
  const text = billOfMaterials(await testRelease(), components);
  const bill = JSON.parse(text) as {
    bomFormat: string;
    specVersion: string;
    serialNumber: string;
    components: { "bom-ref": string; name: string; purl?: string }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  expect([bill.bomFormat, bill.specVersion]).toEqual(["CycloneDX", "1.6"]);
  expect(bill.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  const references = bill.components.map((component) => component["bom-ref"]);
  expect(new Set(references).size).toBe(components.length);
  expect(bill.components.find(({ name }) => name === "@sinclair/typebox")?.purl).toStartWith(
    "pkg:npm/%40sinclair/typebox@",
  );
  // Whatever is inside is reached from the program.
  const reached = new Set(bill.dependencies.flatMap(({ dependsOn }) => dependsOn));
  expect([...reached].toSorted()).toEqual(references.toSorted());
  expect(billOfMaterials(await testRelease(), components)).toBe(text);
});
