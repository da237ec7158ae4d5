import { expect, test } from "bun:test";
import { isMailAddress, readMailServer, shownMailServer } from "../../src/domain/mail-server.ts";

const NOBODY = { user: null, password: null };

test.each([
  ["smtps://mail.example.com", { host: "mail.example.com", port: 465, security: "tls", ...NOBODY }],
  ["smtp://mail.example.com", { host: "mail.example.com", port: 587, security: "starttls", ...NOBODY }],
  [
    "smtp://till%40example.com:p%3Aw@[::1]:2525",
    { host: "::1", port: 2525, security: "starttls", user: "till@example.com", password: "p:w" },
  ],
  ["smtp://nas.local?security=none", { host: "nas.local", port: 25, security: "none", ...NOBODY }],
  [
    "smtp://a:b@localhost:25?security=none",
    { host: "localhost", port: 25, security: "none", user: "a", password: "b" },
  ],
  ["http://mail.example.com", "must be an address such as"],
  ["mail.example.com", "must be an address such as"],
  ["smtp://", "must be an address such as"],
  ["smtp://mail.example.com/path", "must end with the port"],
  ["smtp://mail.example.com?tls=no", "nothing else"],
  ["smtps://mail.example.com?security=none", "is safe by TLS already"],
  ["smtp://a:50%zz@mail.example.com", "write a % as %25"],
  ["smtp://a:b@mail.example.com?security=none", "sends a password, which nobody may read"],
])("%s", (text, expected) => {
  const read = readMailServer(text);
  if (typeof expected === "string") expect(read).toContain(expected);
  else expect(read).toEqual(expected as typeof read);
});

test("its password is not shown", () => {
  expect(shownMailServer("smtp://till:secret@mail.example.com:587")).toBe("smtp://till@mail.example.com:587");
});

test.each([
  ["office@example.com", true],
  ["office@example", true],
  ["office", false],
  ["a@b@c", false],
  ["Office <office@example.com>", false],
  ["a@b.c\r\nBcc: x@y.z", false],
])("%j is an address of mail: %s", (text, expected) => {
  expect(isMailAddress(text)).toBe(expected);
});
