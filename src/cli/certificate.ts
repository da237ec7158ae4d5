import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import type { AuditAct } from "../audit/acts.ts";
import { AUTHORITY_FILES, AUTHORITY_FORMATS } from "../certificates/authority-files.ts";
import { certificateAnswer } from "../certificates/certificate-answer.ts";
import { readCertificates, writeCertificates } from "../certificates/certificate-file.ts";
import { readKeyedCertificate } from "../certificates/certificate-text.ts";
import { Certificates } from "../certificates/certificates.ts";
import { certificateHosts, type LocalAuthority } from "../certificates/local-authority.ts";
import type { CertificateAnswer } from "../contract/service.ts";
import { systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { machineNames } from "../domain/host-name.ts";
import { standardErrorPlace } from "../operations/logs/log-place.ts";
import { ServiceLog } from "../operations/logs/service-log.ts";
import { asOwnerOf } from "../platform/folder-owner.ts";
import { allAddresses } from "../platform/network.ts";
import { reasonOf } from "../platform/system-error.ts";
import { makeFolder } from "../storage/data-folder.ts";
import { audited } from "./audited.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { dataFolderOf, hasData, withDatabase } from "./data.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { answeringService, ask } from "./running.ts";

/** The commands about the certificate; the shortest name last: a line is that of the first whose words it begins with. */
export const CERTIFICATE_COMMANDS: readonly Command[] = [
  {
    name: "certificate export",
    summary: "Write the certificate of the local authority, for devices that are to trust it.",
    options: [
      DATA_OPTION,
      {
        name: "format",
        value: "F",
        help: `${AUTHORITY_FORMATS.join(", ")}; by default pem.`,
        lineOnly: true,
      },
      {
        name: "output",
        value: "FILE",
        help: "Where to write it; by default standard output.",
        lineOnly: true,
      },
    ],
    run(given) {
      const format = given.choice("format", AUTHORITY_FORMATS) ?? "pem";
      const bytes = AUTHORITY_FILES[format].write(storedAuthority(given).certificate);
      const output = given.filled("output");
      if (output === null) process.stdout.write(bytes);
      else writeOutput(output, bytes);
    },
  },
  {
    name: "certificate replace",
    summary: "Show clients a certificate of your own; its files are read again when they change.",
    options: [
      DATA_OPTION,
      { name: "cert", value: "FILE", help: "The certificate and those above it (PEM).", lineOnly: true },
      { name: "key", value: "FILE", help: "Its key (PEM), without a password.", lineOnly: true },
      { name: "local", help: "Go back to the certificate of the local authority.", lineOnly: true },
    ],
    async run(given) {
      const own = ownGiven(given);
      if (own !== null) readKeyedCertificate(own);
      const folder = dataFolderOf(given);
      makeFolder(folder);
      asOwnerOf(folder, () => writeCertificates(folder, { ...readCertificates(folder), own }));
      show(await changed(given, "certificate.replaced", "/certificate/reread", () => {}));
    },
  },
  {
    name: "certificate renew",
    summary: "Make a new certificate of this machine.",
    options: [
      DATA_OPTION,
      {
        name: "authority",
        help: "And a new local authority, which each device must trust anew.",
        lineOnly: true,
      },
    ],
    async run(given) {
      const withAuthority = given.has("authority");
      const path = withAuthority ? "/certificate/renew-authority" : "/certificate/renew";
      const renew = (certificates: Certificates) => certificates.renew(withAuthority);
      show(await changed(given, "certificate.renewed", path, renew));
    },
  },
  {
    name: "certificate",
    summary: "Show the certificate by which clients know this service, and the local authority.",
    options: [DATA_OPTION],
    async run(given) {
      const service = await answeringService(given);
      show(service === null ? withoutService(given, () => {}) : await ask(service, "/certificate"));
    },
  },
];

/** Has the service that runs do something, or does it; both enter it in the audit log. @param path of the service's API */
async function changed(
  given: GivenOptions,
  act: AuditAct,
  path: string,
  work: (certificates: Certificates) => void,
): Promise<CertificateAnswer> {
  const service = await answeringService(given);
  if (service !== null) return ask(service, path, {});
  const answer = withoutService(given, work);
  // Before the first start there is nothing to enter it in.
  if (!hasData(dataFolderOf(given))) return answer;
  const { source, subject, fingerprint } = answer;
  withDatabase(given, "refuse", (database, _administrator, clock) =>
    audited(database, clock, (enter) => enter(act, "certificate", { source, subject, fingerprint })),
  );
  return answer;
}

/** What a service would show when it was started now; what is missing is made. */
function withoutService(given: GivenOptions, work: (certificates: Certificates) => void): CertificateAnswer {
  const dataFolder = dataFolderOf(given);
  makeFolder(dataFolder);
  const hosts = () => certificateHosts(machineNames(hostname()), allAddresses());
  return asOwnerOf(dataFolder, () => {
    const certificates = new Certificates({
      dataFolder,
      hosts,
      clock: systemClock,
      log: new ServiceLog([standardErrorPlace("text")]),
    });
    try {
      work(certificates);
      return certificateAnswer(certificates.state);
    } finally {
      certificates.close();
    }
  });
}

/** @throws TillrollError NOT_FOUND before there is one */
function storedAuthority(given: GivenOptions): LocalAuthority {
  const { authority } = readCertificates(dataFolderOf(given));
  if (authority !== null) return authority;
  throw new TillrollError(
    "NOT_FOUND",
    "There is no local authority yet: the first start of the service makes it.",
  );
}

/** Where the owner's certificate is; `null` for the local authority's. @throws UsageError */
function ownGiven(given: GivenOptions) {
  const certificate = given.filled("cert");
  const key = given.filled("key");
  if (given.has("local")) {
    if (certificate === null && key === null) return null;
    throw new UsageError("Give --cert and --key, or --local, not both.");
  }
  if (certificate === null || key === null)
    throw new UsageError("Give --cert FILE and --key FILE, or --local.");
  return { certificate: resolve(certificate), key: resolve(key) };
}

function writeOutput(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes);
  } catch (error) {
    throw new TillrollError("STORAGE_UNAVAILABLE", `The file ${file} cannot be written: ${reasonOf(error)}.`);
  }
}

function show(answer: CertificateAnswer): void {
  const { source, subject, issuer, hosts, until, fingerprint, authority, uncovered, trouble } = answer;
  print(
    `Certificate  ${subject}, ${source === "own" ? `your own, from ${issuer}` : "of the local authority"}`,
  );
  print(`Names        ${hosts.join(", ")}`);
  print(`Until        ${until}`);
  // There are two of this machine's, with and without addresses: who compares must look at the authority's.
  if (source === "own") print(`SHA-256      ${fingerprint}`);
  print(`Authority    ${authority.subject}`);
  print(`Until        ${authority.until}`);
  print(`SHA-256      ${authority.fingerprint}`);
  if (uncovered.length > 0) {
    print(`Not covered  ${uncovered.join(", ")}: not of a private network, or newer than the authority.`);
  }
  if (trouble !== null) print(trouble);
}
