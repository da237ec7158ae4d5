import { describe, expect, test } from "bun:test";
import { digestAuthorization, readDigestChallenge } from "../../src/polling/digest-authorization.ts";

/** RFC 7616, section 3.9.1. */
const NONCE = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v";
const OPAQUE = "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS";
const challengeOf = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${NONCE}", opaque="${OPAQUE}"`;

describe("digest authentication", () => {
  test.each([
    ["MD5", "8ca523f5e9506fed4657c9700eebdbec"],
    ["SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
  ])("by %s is as the RFC has it", (algorithm, response) => {
    const challenge = readDigestChallenge(challengeOf(algorithm));
    if (challenge === null) throw new Error("the challenge was not read");
    const header = digestAuthorization(challenge, {
      method: "GET",
      uri: "/dir/index.html",
      user: "Mufasa",
      password: "Circle of Life",
      count: 1,
      clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
    });
    expect(header).toStartWith('Digest username="Mufasa", realm="http-auth@example.org"');
    expect(header).toContain(`response="${response}"`);
    expect(header).toContain("qop=auth, nc=00000001");
    expect(header).toContain(`opaque="${OPAQUE}"`);
  });

  test("of the older kind, without quality, is as RFC 2069 has it", () => {
    const challenge = readDigestChallenge(
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"',
    );
    if (challenge === null) throw new Error("the challenge was not read");
    const request = { method: "GET", uri: "/dir/index.html", user: "Mufasa", password: "CircleOfLife" };
    const header = digestAuthorization(challenge, { ...request, count: 1, clientNonce: "x" });
    // RFC 2069, section 2.4, with the erratum.
    expect(header).toContain('response="1949323746fe6a43ef61f9606e7febea"');
    expect(header).not.toContain("qop");
  });

  test.each([
    ['Basic realm="x"', null],
    ["", null],
    ['Digest realm="x"', null],
    ['Digest realm="x", nonce="y", algorithm=SHA-512-256', null],
    ['Digest realm="x", nonce="y", qop="auth-int"', null],
    ['Basic realm="x", Digest realm="a, \\"b\\"", nonce="y"', 'a, "b"'],
    [`${challengeOf("MD5")}, ${challengeOf("SHA-256").replace("http-auth", "better")}`, "better@example.org"],
  ])("the challenge of %p is that of %p", (header, realm) => {
    expect(readDigestChallenge(header)?.realm ?? null).toBe(realm);
  });
});
