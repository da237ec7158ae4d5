import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { OpenAPIV3_1 } from "openapi-types";
import { findService } from "../../src/platform/running-service.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { ApiReference, bodyOf, type Described, operationsOf, rightOf } from "../api-reference.ts";
import { freePort, type RequestOptions, run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";
import { openLiveDatabase } from "../live-database.ts";

/*
 * Every example of the API reference is sent to a service that has what the examples speak of. That the answers are as
 * described is checked by the service under test, whichever test asks.
 */

let service: Service;
let admin: string;
/** The token of the commands on this machine, who may do what is all workspaces'. */
let local: string;
const backups = temporaryFolder();
let operations: Described[];
let hook: Bun.Server<undefined>;
/** What a signed-in person's page sends. */
let asPerson: Record<string, string>;
/** Path parameters that are not what the examples say. */
let parameters: Record<string, Record<string, string>>;

beforeAll(async () => {
  service = await Service.start();
  const { folder, token } = service;
  admin = (await run(["token", "create", "--scopes", "admin", "--data", folder])).stdout.trim();
  hook = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(null, { status: 204 }) });
  await makeWhatExamplesSpeakOf();
  await service.stop();
  decideDeliveries(folder);
  // Where the example of a backup goes to, which the service makes by itself as well.
  service = await Service.start({
    folder,
    token,
    flags: ["--backup-to", backups, "--https-port", String(freePort())],
  });
  local = findService(folder)?.localToken ?? "";
  const sessionId = await signIn();
  const signedIn = await fetch(await service.signInLink(), { redirect: "manual" });
  const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  asPerson = { Cookie: cookie, Origin: service.address };
  const spare = (await run(["token", "create", "--data", folder])).stdout.trim();
  parameters = {
    revokeToken: { tokenId: /^at_(\w+)/.exec(spare)?.[1] ?? "" },
    endSession: { sessionId },
    // The others are about the first print.
    erasePrint: { printId: "2" },
    makePollAddress: { name: "cloud" },
    // The first one is the administrator, who must stay.
    updatePerson: { personId: "2" },
    resetPerson: { personId: "2" },
    removePerson: { personId: "2" },
    releaseDelivery: { deliveryId: "2" },
    retryDelivery: { deliveryId: "3" },
    // As the example adds it.
    removeFiscalCertificate: { serial: "U:ATU12345678-K0" },
  };
  const all = operationsOf((await ApiReference.read(service.address)).document);
  // What is removed is removed last.
  const here = all.filter(({ operation }) => !AT_AN_ARCHIVE.has(operation.operationId ?? ""));
  operations = [...here.filter(isKept), ...here.filter((each) => !isKept(each))];
});

afterAll(async () => {
  await service.end();
  rmSync(backups, { recursive: true });
  hook.stop();
});

const isKept = ({ method }: Described) => method !== "DELETE";

async function ask(path: string, json: unknown): Promise<void> {
  const response = await service.fetch(path, { json, token: admin });
  if (!response.ok) throw new Error(await response.text());
}

/** A print, a reference, a webhook, and three deliveries to a printer that nobody answers for. */
async function makeWhatExamplesSpeakOf(): Promise<void> {
  for (let count = 0; count < 2; count++) await service.store();
  const workspace = "/api/workspace/default";
  const approval = { method: "PUT", json: { printId: 1 }, token: admin };
  await service.fetch(`${workspace}/references/Order%201001`, approval);
  await ask(`${workspace}/printers`, { name: "kitchen", target: "tcp://127.0.0.1:1", held: true });
  await ask(`${workspace}/printers`, { name: "cloud", target: "cloudprnt:" });
  for (let count = 0; count < 3; count++) await ask(`${workspace}/prints/1/deliver`, { printer: "kitchen" });
  await ask(`${workspace}/webhooks`, { url: `http://127.0.0.1:${hook.port}/`, state: "paused" });
}

/** What no client can bring about: the second delivery broke off, the third was refused. */
function decideDeliveries(folder: string): void {
  using database = openLiveDatabase(databasePath(folder));
  database.run("UPDATE delivery SET state = CASE id WHEN 2 THEN 'held' ELSE 'failed' END WHERE id > 1");
}

/** @returns the id of a session that rests on the service's token */
async function signIn(): Promise<string> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: service.address };
  await service.fetch("/sign-in", { token: null, headers, body: `token=${service.token}` });
  const sessions = (await (await service.fetch("/api/sessions")).json()) as { items: { id: string }[] };
  return sessions.items[0]?.id ?? "";
}

/** What a token, which has no name and no session, cannot do. */
const BY_PEOPLE = new Set(["updateMe", "setPassword", "makeSignInCode"]);

/** What an archive answers: see the tests of the upstream. */
const AT_AN_ARCHIVE = new Set(["joinUpstream", "limitUpstream", "pullUpstream"]);

/** The requests that an operation's examples are, each with a word on which it is. */
function* requestsOf({ method, path, operation }: Described): Generator<[string, string, RequestOptions]> {
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let address = path;
  for (const parameter of (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]) {
    const given = parameters[operation.operationId ?? ""]?.[parameter.name] ?? parameter.example;
    if (given === undefined) continue;
    if (parameter.in === "header") headers[parameter.name] = String(given);
    else if (parameter.in === "query")
      for (const value of [given].flat()) query.append(parameter.name, String(value));
    else address = address.replace(`{${parameter.name}}`, encodeURIComponent(String(given)));
  }
  const url = query.size === 0 ? address : `${address}?${query}`;
  // What is every workspace's, no token of one may ask for.
  const isOfAll = ["admin", "service"].includes(rightOf(operation) ?? "") && !path.includes("{slug}");
  const isByPerson = BY_PEOPLE.has(operation.operationId ?? "");
  if (isByPerson) Object.assign(headers, asPerson);
  const request = { method, token: isByPerson ? null : isOfAll ? local : admin };
  const body = bodyOf(operation);
  if (body?.required !== true) yield ["nothing", url, { ...request, headers }];
  for (const [mediaType, { examples = {} }] of Object.entries(body?.content ?? {}))
    for (const [name, example] of Object.entries(examples as Record<string, OpenAPIV3_1.ExampleObject>)) {
      const isText = mediaType === "application/octet-stream";
      const content = isText ? String(example.value) : JSON.stringify(example.value);
      const options = { ...request, headers: { ...headers, "Content-Type": mediaType }, body: content };
      yield [`${mediaType}, ${name}`, url, options];
    }
}

/** The next time that they are applied is refused before. */
async function haveRulesBeenApplied(): Promise<boolean> {
  const response = await service.fetch("/api/workspace/default/rules");
  const { reapplication } = (await response.json()) as { reapplication: { isDone: boolean } | null };
  return reapplication?.isDone === true;
}

test("every example is taken, and answered as described", async () => {
  const refused: string[] = [];
  for (const described of operations)
    for (const [name, url, options] of requestsOf(described)) {
      const answer = await service.fetch(url, options).catch((error: Error) => error);
      const fault =
        answer instanceof Error ? answer.message : answer.ok ? "" : `${answer.status} ${await answer.text()}`;
      if (described.operation.operationId === "applyRules") await until(haveRulesBeenApplied);
      if (fault !== "") refused.push(`${described.operation.operationId} ${name}: ${fault}`);
    }
  expect(refused).toEqual([]);
});

test("every form of a preview is described", async () => {
  const preview = operations.find(({ operation }) => operation.operationId === "previewPrint");
  const format = preview?.operation.parameters?.find((each) => "name" in each && each.name === "format");
  const { enum: formats = [] } = (format as { schema: { enum?: string[] } }).schema;
  expect(formats.length).toBeGreaterThan(5);
  for (const each of formats) {
    const response = await service.prints(`/1/preview?format=${each}`);
    expect([each, response.status]).toEqual([each, 200]);
  }
});
