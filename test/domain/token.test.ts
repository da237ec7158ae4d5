import { expect, test } from "bun:test";
import {
  hashSecret,
  isUsable,
  newSecret,
  newTokenId,
  readToken,
  writeToken,
} from "../../src/domain/token.ts";

test("a token is read as it was written, whatever its random parts", () => {
  for (let round = 0; round < 1000; round++) {
    const [id, secret] = [newTokenId(), newSecret()];
    // An id is an argument of commands, and must not look like an option.
    expect(id).toMatch(/^[0-9a-f]{18}$/);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(readToken(writeToken(id, secret))).toEqual({ id, secret });
  }
});

test.each([
  "",
  "at_",
  "at_a",
  "at_.b",
  "at_a.",
  "a.b",
  "at_a.b.c",
  " at_a.b",
  "at_a b.c",
  "AT_a.b",
  `at_${"a".repeat(65)}.b`,
])("%j is no token", (text) => expect(readToken(text)).toBeNull());

test.each([
  [{ expiresAt: null, revokedAt: null }, true],
  [{ expiresAt: 1001, revokedAt: null }, true],
  [{ expiresAt: 1000, revokedAt: null }, false],
  [{ expiresAt: null, revokedAt: 1 }, false],
])("%j can be used: %p", (token, usable) => expect(isUsable(token, 1000)).toBe(usable));

test("a secret's hash is its SHA-256", () => {
  expect(hashSecret("abc").toHex()).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
