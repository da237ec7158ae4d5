import { factsOfCertificate, readDer } from "./certificate-text.ts";

/** A form in which devices take the certificate of an authority. */
interface AuthorityFile {
  readonly file: string;
  readonly contentType: string;
  /** @param certificate PEM */
  write(certificate: string): Uint8Array<ArrayBuffer>;
}

/** The forms, by the name that the command line has for each. */
export const AUTHORITY_FILES = {
  /** For OpenSSL, curl and most programs. */
  pem: {
    file: "tillroll.pem",
    contentType: "application/x-pem-file",
    write: (certificate) => new TextEncoder().encode(certificate),
  },
  /** What Windows, Android and browsers open. */
  der: { file: "tillroll.crt", contentType: "application/x-x509-ca-cert", write: readDer },
  /** A configuration profile: what iOS and macOS install. */
  mobileconfig: {
    file: "tillroll.mobileconfig",
    contentType: "application/x-apple-aspen-config",
    write: (certificate) => new TextEncoder().encode(profileOf(certificate)),
  },
} as const satisfies Readonly<Record<string, AuthorityFile>>;

export type AuthorityFormat = keyof typeof AUTHORITY_FILES;

export const AUTHORITY_FORMATS = Object.keys(AUTHORITY_FILES) as readonly AuthorityFormat[];

/** Apple's Configuration Profile Reference: a profile with one payload, the certificate of a root. */
function profileOf(certificate: string): string {
  const { subject, fingerprint } = factsOfCertificate(certificate);
  const identifier = `tillroll.${fingerprint.replaceAll(":", "").slice(0, 16).toLowerCase()}`;
  const name = Bun.escapeHTML(subject);
  const text = (key: string, value: string) => `<key>${key}</key><string>${value}</string>`;
  const common = (type: string, suffix: string) =>
    [
      text("PayloadType", type),
      "<key>PayloadVersion</key><integer>1</integer>",
      text("PayloadIdentifier", identifier + suffix),
      text("PayloadUUID", uuidOf(fingerprint, suffix)),
      text("PayloadDisplayName", name),
    ].join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
<key>PayloadContent</key>
<array>
<dict>
${common("com.apple.security.root", ".root")}
${text("PayloadCertificateFileName", AUTHORITY_FILES.der.file)}
<key>PayloadContent</key><data>${readDer(certificate).toBase64()}</data>
</dict>
</array>
${common("Configuration", "")}
${text("PayloadDescription", "Lets this device trust Tillroll, which prints and stores receipts on this network.")}
</dict>
</plist>
`;
}

/** The same for the same certificate, so that a second installation replaces the first. */
function uuidOf(fingerprint: string, suffix: string): string {
  const hash = new Bun.CryptoHasher("sha256").update(fingerprint + suffix).digest("hex");
  return hash
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
    .toUpperCase();
}
