import { describe, expect, test } from "bun:test";
import { isUnfitHost, readPollCredentials, readPollSource } from "../../src/domain/poll-source.ts";

describe("an address that is asked for jobs", () => {
  test.each([
    ["https://pos.example/jobs?shop=7", { kind: "poll", url: "https://pos.example/jobs?shop=7" }],
    ["http://192.168.1.9:8080/", { kind: "poll", url: "http://192.168.1.9:8080/" }],
    ["cloudprnt:https://pos.example/print", { kind: "cloudprnt", url: "https://pos.example/print" }],
    ["CloudPRNT:HTTPS://POS.example", { kind: "cloudprnt", url: "https://pos.example/" }],
    ["sdp:http://[fd12::1]/x.php", { kind: "sdp", url: "http://[fd12::1]/x.php" }],
  ] as const)("%s", (text, source) => {
    expect(readPollSource(text)).toEqual(source);
  });

  test.each([
    ["pos.example", /must be an address such as/],
    ["cloudprnt:", /must be an address such as/],
    ["ftp://pos.example/", /must be an address such as/],
    ["lpd:https://pos.example/", /must be an address such as/],
    ["https://", /must be an address such as/],
    ["https://a b/", /spaces/],
    ["https://user:secret@pos.example/", /user name or password/],
    ["https://pos.example/#part", /after a #/],
    ["http://169.254.169.254/latest/meta-data/", /link-local/],
    ["http://2852039166/", /link-local/],
    ["http://[fe80::1]/", /link-local/],
    ["http://[::ffff:169.254.169.254]/", /link-local/],
    ["http://[fd00:ec2::254]/", /link-local/],
    ["http://0.0.0.0/", /link-local/],
  ])("%s is refused", (text, why) => {
    expect(readPollSource(text)).toMatch(why);
  });

  test("what a name leads to is judged alike", () => {
    expect(["169.254.1.1", "fe80::2", "::ffff:a9fe:a9fe"].filter(isUnfitHost)).toHaveLength(3);
    expect(["127.0.0.1", "10.0.0.1", "203.0.113.7", "::1", "2001:db8::1"].filter(isUnfitHost)).toEqual([]);
  });
});

test.each([
  ["Bearer 12ab.cd", { kind: "bearer", token: "12ab.cd" }],
  ["shop:pass:word", { kind: "user", user: "shop", password: "pass:word" }],
  ["shop:", { kind: "user", user: "shop", password: "" }],
  ["shop", null],
  [":secret", null],
  ["Bearer two words", null],
  ["a:b\nc", null],
] as const)("credentials %p", (text, credentials) => {
  expect(readPollCredentials(text)).toEqual(credentials);
});
