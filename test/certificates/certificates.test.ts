import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { certificatesHealth } from "../../src/certificates/certificates-health.ts";
import { readCertificates, writeCertificates } from "../../src/certificates/certificate-file.ts";
import { CERTIFICATE_LIMITS } from "../../src/certificates/certificate-limits.ts";
import { Certificates } from "../../src/certificates/certificates.ts";
import { makeAuthority, makeLeaf } from "../../src/certificates/local-authority.ts";
import { MILLISECONDS_PER_DAY } from "../../src/domain/limits.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const START = Date.UTC(2026, 10, 22);
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A machine whose names, addresses and time are set. */
class Machine {
  readonly dataFolder = temporaryFolder();
  hosts = ["localhost", "shop-pc", "192.168.1.5"];
  now = START;
  readonly logged: string[] = [];

  constructor() {
    folders.push(this.dataFolder);
  }

  open(): Certificates {
    const log = { write: (_: string, message: string) => void this.logged.push(message) };
    const { dataFolder } = this;
    return new Certificates({ dataFolder, hosts: () => this.hosts, clock: () => this.now, log });
  }

  file(name: string): string {
    return join(this.dataFolder, name);
  }

  /** Writes a certificate of somebody else's, and where it is. */
  own(name: string, suffix = ""): { certificate: string; key: string } {
    const { certificate, key } = makeLeaf(makeAuthority([name], this.now), [name], this.now);
    const paths = { certificate: this.file(`own${suffix}.crt`), key: this.file(`own${suffix}.key`) };
    writeFileSync(paths.certificate, certificate);
    writeFileSync(paths.key, key);
    return paths;
  }
}

test("the authority and the certificate stay over starts, their owner's alone", () => {
  const machine = new Machine();
  const first = machine.open();
  const again = machine.open();
  expect(again.state).toEqual(first.state);
  expect(again.current).toEqual(first.current);
  expect(statSync(machine.file("tillroll.certificates.json")).mode & 0o777).toBe(0o600);
  expect(machine.logged).toEqual([]);
});

describe("the certificate is made anew, by the same authority", () => {
  const DAY = MILLISECONDS_PER_DAY;
  test.each<[string, (machine: Machine) => void, boolean]>([
    ["another address", (machine) => (machine.hosts = [...machine.hosts, "192.168.1.6"]), true],
    ["another name of a private network", (machine) => (machine.hosts = ["localhost", "till.lan"]), true],
    ["an address that is gone", (machine) => (machine.hosts = ["localhost", "shop-pc"]), false],
    ["a name that the authority may not vouch for", (machine) => machine.hosts.push("new.example"), false],
    ["364 days later", (machine) => (machine.now += 364 * DAY), false],
    ["366 days later", (machine) => (machine.now += 366 * DAY), true],
    ["a clock that was set back", (machine) => (machine.now -= 9000 * DAY), false],
  ])("%s", (_, happen, isNew) => {
    const machine = new Machine();
    const certificates = machine.open();
    const before = certificates.state;
    let told = 0;
    certificates.onChange(() => told++);
    happen(machine);
    certificates.look();
    const { shown, authority } = certificates.state;
    expect(authority).toEqual(before.authority);
    expect(shown.fingerprint !== before.shown.fingerprint).toBe(isNew);
    expect(told).toBe(isNew ? 1 : 0);
    certificates.look();
    expect(told).toBe(isNew ? 1 : 0);
    // The next start finds what was made.
    expect(machine.open().state.shown).toEqual(shown);
  });
});

test("an authority that is over is replaced, one that is trusted never by itself", () => {
  const machine = new Machine();
  const { authority } = machine.open().state;
  machine.now = authority.until - 2 * MILLISECONDS_PER_DAY;
  const last = machine.open();
  expect(last.state.authority).toEqual(authority);
  last.look();
  expect(last.state.shown.until).toBe(authority.until);
  expect(certificatesHealth(last, () => machine.now).look()).toMatchObject({ state: "degraded" });
  machine.now = authority.until;
  expect(machine.open().state.authority).not.toEqual(authority);
});

test("a file that cannot be read is no reason for a new authority", () => {
  const machine = new Machine();
  machine.open();
  writeFileSync(machine.file("tillroll.certificates.json"), "{");
  expect(() => machine.open()).toThrow("cannot be used");
});

test("without a place to keep it, there is a certificate all the same", () => {
  const machine = new Machine();
  rmSync(machine.dataFolder, { recursive: true });
  expect(machine.open().state.shown.hosts).toEqual(machine.hosts);
  expect(machine.logged).toEqual(["the certificate cannot be kept"]);
});

describe("a certificate of the owner's", () => {
  const use = (machine: Machine, own: { certificate: string; key: string } | null) =>
    writeCertificates(machine.dataFolder, { ...readCertificates(machine.dataFolder), own });

  test("is shown once it is named, and when its files have changed", () => {
    const machine = new Machine();
    const certificates = machine.open();
    let told = 0;
    certificates.onChange(() => told++);
    use(machine, machine.own("tills.example"));
    certificates.reread();
    expect([certificates.state.source, certificates.state.shown.hosts, told]).toEqual([
      "own",
      ["tills.example"],
      1,
    ]);
    const before = certificates.state.shown.fingerprint;
    machine.own("tills.example");
    certificates.look();
    expect(certificates.state.shown.fingerprint).not.toBe(before);
    expect(told).toBe(2);
    // What this machine would show is made anew all the same, and nobody is shown it.
    machine.hosts.push("10.0.0.1");
    certificates.look();
    expect(told).toBe(2);
    use(machine, null);
    certificates.reread();
    expect([certificates.state.source, told]).toEqual(["local", 3]);
    expect(certificates.state.shown.hosts).toContain("10.0.0.1");
  });

  test("is read through links, as ACME clients have them", () => {
    const machine = new Machine();
    const first = machine.own("tills.example", "1");
    const live = { certificate: machine.file("live.crt"), key: machine.file("live.key") };
    symlinkSync(first.certificate, live.certificate);
    symlinkSync(first.key, live.key);
    const certificates = machine.open();
    use(machine, live);
    certificates.reread();
    const second = machine.own("renewed.example", "2");
    for (const part of ["certificate", "key"] as const) {
      rmSync(live[part]);
      symlinkSync(second[part], live[part]);
    }
    certificates.look();
    expect(certificates.state.shown.hosts).toEqual(["renewed.example"]);
  });

  test("while its key is another's, the one from before is shown, and that is told once", () => {
    const machine = new Machine();
    const paths = machine.own("tills.example");
    const certificates = machine.open();
    use(machine, paths);
    certificates.reread();
    const { shown } = certificates.state;
    machine.own("renewed.example", "2");
    writeFileSync(paths.certificate, readText(machine.file("own2.crt")));
    certificates.look();
    certificates.look();
    expect(certificates.state.shown).toEqual(shown);
    expect(certificates.state.trouble).toContain("is not that of the first certificate");
    expect(machine.logged).toHaveLength(1);
    expect(certificatesHealth(certificates, () => machine.now).look()).toMatchObject({ state: "degraded" });
    writeFileSync(paths.key, readText(machine.file("own2.key")));
    certificates.look();
    expect(certificates.state).toMatchObject({ trouble: null, shown: { hosts: ["renewed.example"] } });
  });

  test("that is gone at a start leaves the machine's, and a message", () => {
    const machine = new Machine();
    machine.open();
    use(machine, { certificate: machine.file("none.crt"), key: machine.file("none.key") });
    const { source, trouble } = machine.open().state;
    expect(source).toBe("local");
    expect(trouble).toContain("this machine's is shown instead");
  });

  test("that ends soon is told of", () => {
    const machine = new Machine();
    const certificates = machine.open();
    use(machine, machine.own("tills.example"));
    certificates.reread();
    machine.now = certificates.state.shown.until - CERTIFICATE_LIMITS.warnMilliseconds + 1;
    expect(certificatesHealth(certificates, () => machine.now).look()).toMatchObject({ state: "degraded" });
  });
});

function readText(path: string): string {
  return readFileSync(path, "utf8");
}
