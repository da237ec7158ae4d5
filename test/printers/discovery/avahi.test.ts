import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AVAHI,
  AVAHI_DAEMON,
  CUPS_BACKENDS,
  whyWithout,
  whyWithoutBackend,
} from "../../../scripts/check/programs.ts";
import { PRINTER_MODELS } from "../../../src/escpos/escpos.ts";
import { printerAnnouncements, Discovery } from "../../../src/printers/discovery/discovery.ts";
import { describeUnless } from "../../describe-unless.ts";
import { networkLinks } from "../../../src/printers/discovery/network/network-links.ts";

/*
 * Found by others' programs: Avahi, which browses the network on Linux, and CUPS. A daemon of our own is started for it,
 * with a message bus of its own, so that the machine's is not disturbed.
 */

const BUS_DAEMON = Bun.which("dbus-daemon");
const BROWSER = Bun.which("avahi-browse");
const PUBLISHER = Bun.which("avahi-publish");
const CUPS_BACKEND = join(CUPS_BACKENDS, "dnssd");

const link = networkLinks("0.0.0.0")[0];
const reason = whyNot();

function whyNot(): string | null {
  const without = whyWithout(AVAHI);
  if (without !== null) return without;
  if (process.getuid?.() !== 0) return "only root can start Avahi";
  if (Bun.spawnSync([AVAHI_DAEMON, "--check"]).exitCode === 0) return "Avahi runs already on this machine";
  return link === undefined ? "there is no network" : null;
}

const BUS = (
  path: string,
) => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=${path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/>
<allow send_type="method_call"/><allow send_type="signal"/><allow send_requested_reply="true"/>
<allow receive_type="method_call"/><allow receive_type="method_return"/><allow receive_type="error"/>
<allow receive_type="signal"/></policy></busconfig>`;

const DAEMON_SETTINGS = (name: string) => `[server]
host-name=avahi-test
allow-interfaces=${name}
[publish]
publish-workstation=no
`;

describeUnless(reason, "with Avahi", () => {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-avahi-"));
  const bus = join(folder, "bus");
  const environment = { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${bus}`, LC_ALL: "C.UTF-8" };
  const children: Bun.Subprocess[] = [];
  const started: Discovery[] = [];

  const spawn = (command: string[]) => {
    const child = Bun.spawn(command, {
      env: environment,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    children.push(child);
    return child;
  };

  async function output(command: string[], milliseconds: number): Promise<string> {
    const child = Bun.spawn(command, {
      env: environment,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
      timeout: milliseconds,
    });
    return await new Response(child.stdout).text();
  }

  /** What Avahi finds, until it is as it should be. @param type of service, or all */
  async function browse(isIt: (found: string) => boolean, type = "--all"): Promise<string> {
    let found = "";
    for (let attempt = 0; attempt < 20; attempt++) {
      found = await output(
        [BROWSER ?? "", type, "--resolve", "--terminate", "--parsable", "--no-db-lookup"],
        10_000,
      );
      if (isIt(found)) return found;
      await Bun.sleep(250);
    }
    return found;
  }

  const setUp = (async () => {
    if (reason !== null) return;
    writeFileSync(join(folder, "bus.conf"), BUS(bus));
    writeFileSync(join(folder, "avahi.conf"), DAEMON_SETTINGS(link?.id ?? ""));
    spawn([BUS_DAEMON ?? "", `--config-file=${join(folder, "bus.conf")}`, "--nofork", "--nopidfile"]);
    for (let attempt = 0; attempt < 250 && !existsSync(bus); attempt++) await Bun.sleep(20);
    spawn([AVAHI_DAEMON, "-f", join(folder, "avahi.conf"), "--no-drop-root", "--no-chroot", "--no-rlimits"]);
  })();

  afterAll(async () => {
    for (const discovery of started) await discovery.stop();
    for (const child of children.toReversed()) {
      child.kill();
      await child.exited;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const place = {
    machine: "test",
    details: {
      maker: "EPSON",
      modelName: "TM-T88V",
      commands: "ESC/POS" as const,
      model: PRINTER_MODELS["epson-tm-t88v"],
    },
    uuid: crypto.randomUUID(),
    httpPort: 9180,
    httpsPort: 0,
    ports: { raw: 9100, ipp: 6310 },
  };
  const printer = { name: "St. Pauli Küche", protocols: ["raw", "ipp"] as const };
  const start = (name: string) => {
    const log = { write: () => {} };
    const services = printerAnnouncements({ ...printer, name }, place);
    const discovery = new Discovery({ log, hostName: "test", listenHost: "0.0.0.0", services });
    started.push(discovery);
    return discovery;
  };

  test("a printer is found, with its host and particulars, and is gone at the end", async () => {
    await setUp;
    const discovery = start(printer.name);
    const name = String.raw`St\.\032Pauli\032K\195\188che\032\064\032test`;
    const resolved = `;${name};_pdl-datastream._tcp;local;tillroll-test.local;${link?.ipv4};9100;`;
    const found = await browse((text) => text.includes(resolved));
    expect(found).toContain(resolved);
    expect(found).toContain('"usb_CMD=ESC/POS"');
    expect(found).toContain('"ty=EPSON TM-T88V"');
    expect(found).not.toContain("_printer._tcp");
    const airPrint = `;${name};_ipp._tcp;local;tillroll-test.local;${link?.ipv4};6310;`;
    const forTelephones = await browse((text) => text.includes(airPrint), "_universal._sub._ipp._tcp");
    expect(forTelephones).toContain(airPrint);
    expect(forTelephones).toContain('"URF=V1.4,CP1,W8,RS180,DM1"');
    if (whyWithoutBackend("dnssd") === null) {
      expect(await output([CUPS_BACKEND], 20_000)).toContain("MFG:EPSON;MDL:TM-T88V;CMD:ESC/POS;");
    }
    await discovery.stop();
    expect(await browse((text) => !text.includes(name))).not.toContain(name);
  });

  test("a name that another has is left to it", async () => {
    await setUp;
    const publisher = spawn([
      PUBLISHER ?? "",
      "-s",
      "bar @ test",
      "_pdl-datastream._tcp",
      "9111",
      "txtvers=1",
    ]);
    await browse((text) => text.includes(";9111;"));
    const discovery = start("bar");
    // Avahi chooses between the addresses of its host, of either family: only the host and the port are looked at.
    const theirs = /;bar\\032\\064\\032test;_pdl-datastream\._tcp;local;avahi-test\.local;[^;]+;9111;/;
    const found = await browse((text) => text.includes(";9100;") && theirs.test(text));
    expect(found).toContain(String.raw`;bar\032\064\032test\032\0402\041;_pdl-datastream._tcp;local;`);
    expect(found).toMatch(theirs);
    await discovery.stop();
    publisher.kill();
  });
});
