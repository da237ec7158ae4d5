import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { makeAuthority, makeLeaf } from "../../src/certificates/local-authority.ts";
import { run, Service } from "../service.ts";
import { until } from "../until.ts";
import { PlainServer } from "./cloud-server.ts";

let service: Service;
let server: PlainServer;
let file: string;

beforeAll(async () => {
  service = await Service.start();
  // By name: Bun takes no address from an authority that is limited to private ones.
  const hosts = ["localhost"];
  const authority = makeAuthority(hosts, Date.now());
  const leaf = makeLeaf(authority, hosts, Date.now());
  file = join(service.folder, "shop-ca.pem");
  await Bun.write(file, authority.certificate);
  server = new PlainServer({ cert: leaf.certificate, key: leaf.key });
});

afterAll(async () => {
  server.stop();
  await service.end();
});

async function printer(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(["printer", ...words, "--data", service.folder]);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

test("certificates are checked, by an authority of one's own where it is named", async () => {
  server.jobs.push({ token: "safe", type: "text/plain", body: "Safe" });
  await printer("add", "till", "--poll", `https://localhost:${server.port}/`, "--poll-seconds", "1");
  await until(async () => (await printer("list")).includes("It cannot be asked"), "its refusal");
  expect(server.requests).toEqual([]);
  // The second one has no end.
  for (const wrong of [join(service.folder, "nothing.pem"), "/dev/zero"]) {
    await printer("update", "till", "--poll-authority", "none");
    await until(async () => !(await printer("list")).includes("pollAuthority"), "the public certificates");
    await printer("update", "till", "--poll-authority", wrong);
    await until(async () => (await printer("list")).includes("pollAuthority"), `${wrong} is not read`);
  }
  await printer("update", "till", "--poll-authority", file);
  await until(() => server.told.length > 0, "the job");
  expect(server.told).toEqual([{ token: "safe", code: "" }]);
  expect(await printer("list")).not.toContain("cannot be asked");
});
