import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hasRight, type Right, RIGHTS, ROLE_NAMES, rightsOf, ROLES } from "../../src/domain/rights.ts";
import { SCOPES } from "../../src/domain/scope.ts";
import { ApiReference, bodyOf, type Described, operationsOf, rightOf } from "../api-reference.ts";
import { type ErrorAnswer, run, Service } from "../service.ts";
import { administrator, as, byPassword } from "./signed-in.ts";

/*
 * Each role and each scope with each operation of the API, as the reference has them: what it says of who may is what is
 * checked.
 */

const PASSWORD = "seven plain words are enough";

let service: Service;
let operations: Described[];
/** What each of those who ask sends, and what they may do. */
const asking = new Map<
  string,
  { readonly headers: Record<string, string>; readonly rights: readonly Right[] }
>();

beforeAll(async () => {
  service = await Service.start();
  operations = operationsOf((await ApiReference.read(service.address)).document);
  await service.store();
  const owner = await administrator(service);
  for (const workspace of [null, "default"])
    for (const role of ROLE_NAMES) {
      const name = `${role} of ${workspace ?? "all"}`;
      const made = await as(service, owner, "POST", "/api/people", {
        name,
        role,
        workspace,
        password: PASSWORD,
      });
      expect(made.status).toBe(201);
      const rights = rightsOf({ scopes: [ROLES[role]], workspaceId: workspace === null ? null : 1 });
      asking.set(name, { headers: await byPassword(service, name, PASSWORD), rights });
    }
  for (const scope of SCOPES) {
    const words = ["token", "create", "--scopes", scope, "--data", service.folder];
    const Authorization = `Bearer ${(await run(words)).stdout.trim()}`;
    asking.set(`token with ${scope}`, {
      headers: { Authorization },
      rights: rightsOf({ scopes: [scope], workspaceId: 1 }),
    });
  }
});
afterAll(() => service.end());

test("rights come with roles and scopes, the wider with all narrower ones", () => {
  expect(rightsOf({ scopes: ["operate"], workspaceId: null })).toEqual(["read", "write", "operate"]);
  expect(rightsOf({ scopes: ["admin"], workspaceId: 1 })).toEqual([...SCOPES]);
  expect(rightsOf({ scopes: ["admin"], workspaceId: null })).toEqual([...RIGHTS]);
  expect(hasRight({ scopes: ["write"], workspaceId: null }, "operate")).toBe(false);
});

test.each([
  ["deliverPrint", "operate"],
  ["releaseDelivery", "operate"],
  ["releaseHeld", "operate"],
  ["testPrinter", "operate"],
  ["createPrintFromJson", "write"],
  ["updatePrint", "write"],
  ["deletePrint", "write"],
  ["searchPrints", "read"],
  ["erasePrint", "admin"],
  ["createPerson", "service"],
])("%s needs %s", (id, right) => {
  const found = operations.find(({ operation }) => operation.operationId === id);
  expect(found === undefined ? undefined : rightOf(found.operation)).toBe(right);
});

const NAMES = [
  ...["all", "default"].flatMap((workspace) => ROLE_NAMES.map((role) => `${role} of ${workspace}`)),
  ...SCOPES.map((scope) => `token with ${scope}`),
];

describe.each(NAMES)("%s", (name) => {
  test("may do what their rights are for, and nothing else", async () => {
    const { headers, rights } = asking.get(name) ?? { headers: {}, rights: [] };
    const wrong: string[] = [];
    let refused = 0;
    for (const described of operations) {
      const right = rightOf(described.operation) as Right | undefined;
      const isMeant = right === undefined || rights.includes(right);
      const response = await ask(described, headers);
      const isRefused = response.status === 403;
      const answer = isRefused ? ((await response.json()) as ErrorAnswer) : null;
      if (!isRefused) await response.body?.cancel();
      const id = described.operation.operationId ?? "";
      if (isRefused === isMeant || response.status === 401) wrong.push(`${id}: ${response.status}`);
      if (answer === null) continue;
      refused++;
      const told = [answer.code, answer.data["required"]];
      expect([id, ...told]).toEqual([
        id,
        "API_TOKEN_SCOPE_INSUFFICIENT",
        right === "service" ? "admin" : right,
      ]);
    }
    expect(wrong).toEqual([]);
    expect(refused > 0).toBe(rights.length < RIGHTS.length);
  });

  test("are told their rights", async () => {
    const { headers, rights } = asking.get(name) ?? { headers: {}, rights: [] };
    const me = (await (await as(service, headers, "GET", "/api/me")).json()) as Record<string, unknown>;
    expect(me["rights"]).toEqual([...rights]);
    expect(me["role"]).toBe(name.startsWith("token") ? null : (name.split(" ")[0] ?? ""));
  });
});

/** What is not there, so that what is allowed changes nothing, and those who ask stay who they are. */
const PARAMETERS: Readonly<Record<string, string>> = {
  slug: "default",
  name: "nothing",
  sessionId: "nothing",
  codeId: "nothing",
};

/** Asks for an operation, with a body that cannot be read where it takes one. */
function ask({ method, path, operation }: Described, headers: Record<string, string>): Promise<Response> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => PARAMETERS[parameter] ?? "999999");
  const hasBody = bodyOf(operation)?.content !== undefined;
  const isWaiting = operation.operationId === "waitForNextPrint";
  return service.fetch(isWaiting ? `${address}?timeout=0s` : address, {
    token: null,
    method,
    headers: hasBody ? { ...headers, "Content-Type": "text/nonsense" } : headers,
    body: hasBody ? "{" : null,
  });
}

test("pages of other origins do nothing in the name of who is signed in", async () => {
  const owner = await administrator(service);
  for (const Origin of ["https://evil.example", "null", "http://127.0.0.1:1"])
    for (const { method, path, operation } of operations) {
      if (method === "GET" || rightOf(operation) === undefined) continue;
      const response = await ask({ method, path, operation }, { ...owner, Origin });
      expect([operation.operationId, [401, 403].includes(response.status)]).toEqual([
        operation.operationId,
        true,
      ]);
      await response.body?.cancel();
    }
});
