import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  checkSignature,
  readPublicKey,
  readSecretKey,
  signedDigest,
  writePublicKey,
  writeSignature,
} from "../../src/update/signature.ts";
import { describeUnless } from "../describe-unless.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { PUBLIC_FILE, PUBLIC_KEY, SECRET_FILE } from "./release-key.ts";

/* Made by minisign 0.11, of the file "hi\n". */
const SIGNATURE = `untrusted comment: signature from minisign secret key
RUTEYfu5yf7cjqV1ruYnVOeQQkaYRa0j+YVbXCPCCViwRfX1CnGoDNTVHCJPsp2wRl2pK7h65sNtFojOpmnnRH8KiRpDnC9P/AU=
trusted comment: tillroll 0.2.0
6N37EX3SUHTPv0eZOx9aGeFs811+wZrHJ6HtszVwqgtaKO19+c2wzMKX5V7ytpwymvXdk/2VOrZPPTSq+OtYAg==
`;

const key = readPublicKey(PUBLIC_FILE);
const digestOf = (text: string) => new Bun.CryptoHasher("blake2b512").update(text).digest();

describe("a signature made by minisign", () => {
  test("is right, and its comment is told", () => {
    expect(checkSignature(SIGNATURE, digestOf("hi\n"), key)).toBe("tillroll 0.2.0");
    expect(checkSignature(SIGNATURE.replaceAll("\n", "\r\n"), digestOf("hi\n"), key)).toBe("tillroll 0.2.0");
    expect(checkSignature(SIGNATURE, digestOf("hi\n"), readPublicKey(PUBLIC_KEY))).toBe("tillroll 0.2.0");
  });

  const lines = SIGNATURE.split("\n");
  const changed = (line: number, text: string) => lines.with(line, text).join("\n");
  const other = readSecretKey(SECRET_FILE);
  test.each([
    ["of another file", SIGNATURE, digestOf("ho\n"), "does not belong to this file"],
    ["with another comment", SIGNATURE.replace("0.2.0", "0.3.0"), digestOf("hi\n"), "comment"],
    ["without its comment", lines.slice(0, 2).join("\n"), digestOf("hi\n"), "comment"],
    ["that is empty", "", digestOf("hi\n"), "cut off"],
    ["that is cut off", changed(1, lines[1]?.slice(0, 40) ?? ""), digestOf("hi\n"), "cut off"],
    ["of the old kind", changed(1, `RWQ${lines[1]?.slice(3)}`), digestOf("hi\n"), "none of minisign's"],
    [
      "of another key",
      writeSignature(digestOf("hi\n"), { ...other, id: Buffer.from("otherkey") }, "tillroll"),
      digestOf("hi\n"),
      "made with the key",
    ],
  ])("%s is refused", (_name, signature, digest, message) => {
    expect(() => checkSignature(signature, digest, key)).toThrow(message);
  });
});

describe("keys", () => {
  test("a public key is written as it was read", () => {
    expect(writePublicKey(key)).toBe(PUBLIC_KEY);
    expect(writePublicKey(readSecretKey(SECRET_FILE))).toBe(PUBLIC_KEY);
  });

  test.each([
    ["nothing", readPublicKey, ""],
    ["another text as a public key", readPublicKey, "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI"],
    ["a secret key as a public one", readPublicKey, SECRET_FILE],
    ["a public key as a secret one", readSecretKey, PUBLIC_FILE],
    ["a secret key with a password", readSecretKey, SECRET_FILE.replace("RWQAAEIy", "RWRTY0Iy")],
  ])("%s is refused", (_name, read, text) => {
    expect(() => read(text)).toThrow(/minisign|password/);
  });

  test("what one signs, it has signed", () => {
    const signature = writeSignature(digestOf("release"), readSecretKey(SECRET_FILE), "tillroll 0.3.0");
    expect(checkSignature(signature, digestOf("release"), key)).toBe("tillroll 0.3.0");
    expect(() => checkSignature(signature, digestOf("releasf"), key)).toThrow("this file");
  });
});

const minisign = Bun.which("minisign");
describeUnless(minisign === null ? "minisign is not installed" : null, "minisign", () => {
  test("takes our signature of a file", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "release");
    await Bun.write(file, "a release\n".repeat(100_000));
    const signature = writeSignature(await signedDigest(file), readSecretKey(SECRET_FILE), "tillroll 0.3.0");
    await Bun.write(`${file}.minisig`, signature);
    const { exitCode, stdout } = Bun.spawnSync([minisign ?? "", "-Vm", file, "-P", PUBLIC_KEY]);
    expect([exitCode, stdout.toString()]).toEqual([0, expect.stringContaining("tillroll 0.3.0")]);
    await Bun.$`rm -r ${folder}`.quiet();
  });
});
