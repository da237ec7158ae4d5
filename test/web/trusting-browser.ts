import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { makeLeaf } from "../../src/certificates/local-authority.ts";
import { readCertificates } from "../../src/certificates/certificate-file.ts";
import { EPOS_PATH } from "../../src/domain/protocols.ts";
import { fetchScript, sdkScript } from "../../scripts/faults/foreign-page-scripts.ts";
import { HttpsService } from "../https/https-service.ts";
import { sdkRequest } from "../printers/epos/memory-printer.ts";

/*
 * A program of the test of HTTPS in Chromium, in a process of its own: Bun starts one browser for each, and this one trusts a
 * service's authority. It writes what each attempt came to, a line of JSON each.
 */

/** In which the browser keeps its trust: the process is started with it as its home. */
const home = process.env["HOME"] ?? "";

const service = await HttpsService.start({ hostNames: ["till.lan"] });
const stranger = await HttpsService.start();
const { authority } = readCertificates(service.folder);
if (authority === null) throw new Error("there is no authority");

/** A POS on the web: a page by HTTPS, by the same authority, as a shop's own server has it. */
const { certificate: cert, key } = makeLeaf(authority, ["odoo.lan"], Date.now());
const headers = { "Content-Type": "text/html" };
const pos = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  tls: { cert, key },
  fetch: () => new Response("<!doctype html><title>POS</title>", { headers }),
});

const browser = new Bun.WebView({
  width: 800,
  height: 600,
  backend: {
    type: "chrome",
    url: false,
    argv: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-quic",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP *.lan 127.0.0.1",
      ...(await trust(service.ca)),
    ],
  },
});

/** Has the browser trust an authority: as a person on Linux does, or where its tool is not there, by the key's hash. */
async function trust(certificate: string): Promise<string[]> {
  if (Bun.which("certutil") === null) {
    const { X509Certificate } = process.getBuiltinModule("node:crypto");
    const spki = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
    const hash = new Bun.CryptoHasher("sha256").update(new Uint8Array(spki)).digest("base64");
    return [`--ignore-certificate-errors-spki-list=${hash}`];
  }
  const database = join(home, ".pki", "nssdb");
  const file = join(home, "authority.pem");
  mkdirSync(database, { recursive: true });
  await Bun.write(file, certificate);
  await Bun.$`certutil -d sql:${database} -N --empty-password`.quiet();
  await Bun.$`certutil -d sql:${database} -A -t C,, -n Tillroll -i ${file}`.quiet();
  return [];
}

async function tell(what: string, script: string): Promise<void> {
  const seen = String(await browser.evaluate(script));
  const outcome = /success="true"/.test(seen) ? "printed" : seen.slice(0, 60);
  console.log(JSON.stringify([what, outcome]));
}

const epos = (base: string) => `${base}${EPOS_PATH}?devid=local_printer&timeout=10000`;
const body = sdkRequest("<text>Order 1&#10;</text><cut/>");
const simple = (base: string, type: string) =>
  fetchScript(epos(base), { headers: { "Content-Type": type } }, body);
const byAddress = service.web(true).replace("localhost", "127.0.0.1");
const byName = service.web(true).replace("localhost", "till.lan");

await browser.navigate(`https://odoo.lan:${pos.port}/`);
await tell("the page is a secure one", "String(isSecureContext)");
// What Odoo has sent, by its generations: jQuery's form, plain text that needs no question, and what Epson's SDK sends.
await tell("Odoo, as a form", simple(byAddress, "application/x-www-form-urlencoded; charset=UTF-8"));
await tell("Odoo, as plain text", simple(byAddress, "text/plain"));
await tell("Epson's SDK, by the address", sdkScript(epos(byAddress)));
await tell("Epson's SDK, by a name", sdkScript(epos(byName)));
await tell("the port of everything", sdkScript(epos(service.https)));
// Chromium takes HTTP on this machine for secure; on the network it does not.
await tell(
  "HTTP, from a page by HTTPS",
  sdkScript(epos(service.web(false).replace("localhost", "till.lan"))),
);
await tell(
  "a service that is not trusted",
  sdkScript(epos(stranger.web(true).replace("localhost", "127.0.0.1"))),
);

await browser.navigate(service.app.signInLink().replace(service.app.address, service.https));
await tell("the dashboard", "location.protocol + location.pathname + isSecureContext");
await tell("its session", `fetch("/api/me").then((answer) => answer.status)`);
await tell("its cookie, for scripts", "document.cookie");

browser.close();
await pos.stop(true);
await service.end();
await stranger.end();
process.exit(0);
