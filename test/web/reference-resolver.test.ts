import { afterAll, beforeAll, expect, test } from "bun:test";
import { resolveSubtree } from "../../src/web/browser/reference-resolver.ts";
import { METHODS } from "../api-reference.ts";
import { Service } from "../service.ts";
import { BrowserPage } from "./chromium.ts";

let service: Service;
let page: BrowserPage;

beforeAll(async () => {
  service = await Service.start();
  page = await BrowserPage.open();
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
});

/** Has what the API's document has: answers in answers, schemas in schemas, one in itself, and a name that is escaped. */
const SMALL = {
  openapi: "3.1.1",
  info: { title: "Till", version: "1" },
  paths: {
    "/receipts/{id}": {
      get: {
        operationId: "read",
        security: [],
        parameters: [
          { name: "id", in: "path", required: true, schema: { $ref: "#/components/schemas/a~1b~0c" } },
        ],
        responses: {
          200: {
            description: "It.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Receipt" } } },
          },
          404: { $ref: "#/components/responses/Missing" },
        },
      },
    },
  },
  components: {
    responses: {
      Missing: {
        description: "No.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Line" } } },
      },
    },
    schemas: {
      "a/b~c": { type: "integer", minimum: 1 },
      Line: {
        type: "object",
        properties: { text: { type: "string" }, number: { $ref: "#/components/schemas/a~1b~0c" } },
      },
      Receipt: {
        type: "object",
        properties: {
          lines: { type: "array", items: { $ref: "#/components/schemas/Line" } },
          copies: { type: "array", items: { $ref: "#/components/schemas/Receipt" } },
        },
      },
    },
  },
};

test("gives what Swagger UI's own resolver gives", async () => {
  await page.go(`${service.address}/docs`);
  await page.until(`"SwaggerUIBundle" in window`);
  for (const place of [
    ["paths", "/receipts/{id}", "get"],
    ["components", "schemas", "a/b~c"],
    ["components", "schemas", "no"],
  ]) {
    await page.view.evaluate(`(window.resolved = undefined, SwaggerUIBundle({
      spec: {}, domNode: document.createElement("div"),
    }).getSystem().fn.resolveSubtree(${JSON.stringify(SMALL)}, ${JSON.stringify(place)}, { baseDoc: "${service.address}/" })
      .then((resolved) => (window.resolved = JSON.stringify(resolved))), 1)`);
    // Theirs are absolute.
    const theirs = (await page.until<string>("window.resolved")).replaceAll(`${service.address}/#`, "#");
    expect(resolveSubtree(SMALL, place)).toEqual(JSON.parse(theirs));
  }
});

test("leaves only references to what they are a part of, in every operation of the API", async () => {
  const document = (await (await fetch(`${service.address}/docs/json`)).json()) as typeof SMALL;
  let left = 0;
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS.filter((each) => each in item)) {
      const { spec, errors } = resolveSubtree(document, ["paths", path, method]);
      expect([path, method, errors]).toEqual([path, method, []]);
      left += count(spec, []);
    }
  expect(left).toBeGreaterThan(0);
});

/** The references within, each of which must name something around it. */
function count(part: unknown, around: readonly unknown[]): number {
  if (typeof part !== "object" || part === null) return 0;
  const { $ref, $$ref } = part as { readonly $ref?: string; readonly $$ref?: string };
  if ($ref !== undefined) expect(around).toContain($ref);
  const inner = Object.values(part).map((value) => count(value, [...around, $$ref]));
  return inner.reduce((sum, each) => sum + each, $ref === undefined ? 0 : 1);
}

test("says which reference leads to nothing", () => {
  const { spec, errors } = resolveSubtree({ paths: { "/x": { $ref: "#/components/none" } } }, [
    "paths",
    "/x",
  ]);
  expect([spec, errors.map(({ message }) => message)]).toEqual([
    { $ref: "#/components/none" },
    ["#/components/none leads to nothing."],
  ]);
});
