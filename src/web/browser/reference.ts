import { showTheme, storedTheme } from "./app/stored-theme.ts";
import { addressOf } from "./base-path.ts";
import { resolveSubtree } from "./reference-resolver.ts";
import type { WorkspaceAnswer } from "../../contract/service.ts";

/*
 * The API reference. Who is signed in to the dashboard finds requests that work: their paths name what there is.
 */

/** Of swagger-ui-bundle.js. */
declare const SwaggerUIBundle: (options: object) => void;

interface Parameter {
  readonly in: string;
  readonly name: string;
  example?: unknown;
}

interface Reference {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: Parameter[] }>>>>;
}

type Item = Readonly<Record<string, unknown>>;

const PRINTS = "prints/search";

/** Where what a path parameter names is listed, under the workspace, and which field of it the parameter is. */
const LISTS: Readonly<Record<string, readonly [list: string, field: string]>> = {
  printId: [PRINTS, "id"],
  name: ["printers", "name"],
  deliveryId: ["deliveries?limit=1", "id"],
  ruleId: ["rules", "id"],
  webhookId: ["webhooks", "id"],
};

/** The first thing in a list; `undefined` when there is none, or the session may not see it. */
async function firstOf<Listed = Item>(address: string, request?: RequestInit): Promise<Listed | undefined> {
  const response = await fetch(addressOf(address), request);
  return response.ok
    ? ((await response.json()) as { readonly items: readonly Listed[] }).items[0]
    : undefined;
}

/** What is there for each path parameter; nothing for visitors who are not signed in. */
async function findExamples(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  const workspace = await firstOf<WorkspaceAnswer>("/api/workspaces");
  if (workspace === undefined) return found;
  const { slug } = workspace;
  found.set("slug", slug);
  found.set("sessionId", (await firstOf("/api/sessions"))?.["id"]);
  const newest = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"pageSize":1}' };
  for (const [parameter, [list, field]] of Object.entries(LISTS)) {
    const first = await firstOf(`/api/workspace/${slug}/${list}`, list === PRINTS ? newest : undefined);
    found.set(parameter, first?.[field]);
  }
  return found;
}

function fillIn(reference: Reference, examples: ReadonlyMap<string, unknown>): void {
  for (const operations of Object.values(reference.paths))
    for (const { parameters = [] } of Object.values(operations))
      for (const parameter of parameters)
        if (parameter.in === "path") parameter.example = examples.get(parameter.name) ?? parameter.example;
}

async function show(): Promise<void> {
  const [response, examples] = await Promise.all([fetch(addressOf("/docs/json")), findExamples()]);
  const spec = (await response.json()) as Reference;
  fillIn(spec, examples);
  SwaggerUIBundle({
    // The reference does not know under which path a proxy shows it.
    spec: { ...spec, servers: [{ url: addressOf("") || "/" }] },
    dom_id: "#reference",
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    validatorUrl: null,
    plugins: [() => ({ fn: { resolveSubtree } })],
  });
  mend(page);
  new MutationObserver(() => mend(page)).observe(page, { childList: true, subtree: true });
}

/** Makes right for who reads by ear or by keys what Swagger UI leaves wrong, each time that it draws something. */
function mend(within: Element): void {
  // A link in a button is reached twice; the button opens the operation, and names it in the address.
  for (const link of within.querySelectorAll(".opblock-summary-control a[href]"))
    link.removeAttribute("href");
  // The groups stand right below the title, and so do the schemas.
  for (const group of within.querySelectorAll("h3.opblock-tag, .models h4"))
    group.setAttribute("aria-level", "2");
  const about = within.querySelector(".information-container");
  about?.setAttribute("role", "region");
  about?.setAttribute("aria-label", "About the API");
}

// Swagger UI has its dark colours where this class is.
const dark = matchMedia("(prefers-color-scheme: dark)");
const page = document.documentElement;
const followScheme = () => {
  const theme = page.dataset["theme"];
  page.classList.toggle("dark-mode", theme === undefined ? dark.matches : theme === "dark");
};
dark.addEventListener("change", followScheme);
new MutationObserver(followScheme).observe(page, { attributeFilter: ["data-theme"] });
showTheme(storedTheme());
followScheme();
await show();
