import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeAuthority, makeLeaf } from "../../src/certificates/local-authority.ts";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { readDatabaseAddress } from "../../src/storage/postgres/database-address.ts";
import { freePort } from "../../scripts/faults/printer-place.ts";
import { describeUnless } from "../describe-unless.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { ENGINES } from "./engines.ts";
import type { TestServer } from "./test-server.ts";

const NETWORK =
  "is reached over a network, and nothing would check who answers there. Add sslmode=verify-full";
const FORM = "The database's address has the form postgres://user:password@host:5432/name";

test.each([
  ["postgres://a:b@localhost/x", "disable"],
  ["postgresql://a@127.0.0.1:6000/x?sslmode=prefer", "prefer"],
  ["postgres://a@[::1]/x", "disable"],
  ["postgres://a@localhost/x?host=/var/run/postgresql", "disable"],
  ["postgres:///x?host=/var/run/postgresql", "disable"],
  ["postgres://a@db.example/x?sslmode=verify-full", { rejectUnauthorized: true }],
  ["postgres://a@10.0.0.7/x?sslmode=require&sslrootcert=system", { rejectUnauthorized: true }],
] as const)("%s is taken", (address, tls) => {
  expect(readDatabaseAddress(address).connection.tls).toEqual(tls);
});

test.each([
  ["postgres://a:b@db.example/x", NETWORK],
  ["postgres://a:b@10.0.0.7:5432/x", NETWORK],
  ["postgres://a@192.168.1.5/x?sslmode=disable", NETWORK],
  ["postgres://a@db.example/x?sslmode=require", NETWORK],
  ["postgres://a@db.example/x?sslmode=verify-ca", NETWORK],
  ["postgres://a@127.0.0.1.example/x", NETWORK],
  ["postgres://a@db.example/x?sslrootcert=/nowhere/ca.pem", "cannot be read"],
  ["postgres://a@db.example/x?sslmode=full", "its sslmode is one of disable, allow"],
  ["postgres:///x", FORM],
  ["postgres://a@localhost/x?host=db.example", FORM],
  ["mysql://a@localhost/x", FORM],
  ["localhost:5432", FORM],
  ["postgres://a:50%off@localhost/x", "% / ? # and @ of a password are written %25 %2F %3F %23 and %40."],
  ["postgres://a:b/2@localhost/x", FORM],
])("%s is refused", (address, why) => {
  expect(() => readDatabaseAddress(address)).toThrow(why);
});

test("who asks for it has whoever answers, and nobody is shown the password", () => {
  const { connection, shown } = readDatabaseAddress("postgres://a:secret@db.example:5432/x", true);
  expect([connection.tls, shown]).toEqual(["prefer", "postgres://db.example:5432/x"]);
});

const ours = ENGINES.find(({ start }) => start !== null);

describeUnless(
  ours === undefined ? "no server is ours to start" : null,
  "a server with a certificate",
  () => {
    const folder = temporaryFolder();
    const file = (name: string) => join(folder, name);
    let server: TestServer;
    /** The server's address by a name that its certificate has. */
    let named = "";

    beforeAll(async () => {
      const authority = makeAuthority([], Date.now());
      const leaf = makeLeaf(authority, ["localhost"], Date.now());
      writeFileSync(file("server.pem"), leaf.certificate);
      writeFileSync(file("server.key"), leaf.key);
      writeFileSync(file("ours.pem"), authority.certificate);
      writeFileSync(file("other.pem"), makeAuthority([], Date.now()).certificate);
      if (ours?.start == null) return;
      server = await ours.start({ tls: { certificate: file("server.pem"), key: file("server.key") } });
      named = server.address.replace("127.0.0.1", "localhost");
    });
    afterAll(() => server[Symbol.asyncDispose]());

    /** Whether a connection is encrypted; or why there is none. */
    async function outcome(address: string): Promise<unknown> {
      const database = new PostgresDatabase({ address });
      try {
        await database.reach();
        const row = await database.first<{ ssl: boolean }>(
          sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`,
        );
        return row?.ssl;
      } catch (error) {
        return error;
      } finally {
        await database.close();
      }
    }

    test("it is taken where its authority is named", async () => {
      expect(await outcome(`${named}?sslrootcert=${file("ours.pem")}`)).toBe(true);
      expect(await outcome(`${named}?sslmode=verify-full&sslrootcert=${file("ours.pem")}`)).toBe(true);
    });

    test.each([
      ["by nobody", () => `${named}?sslmode=verify-full`, "is not one that is trusted"],
      ["by another", () => `${named}?sslrootcert=${file("other.pem")}`, "is not one that is trusted"],
      ["for another host", () => `${server.address}?sslrootcert=${file("ours.pem")}`, "is for another host"],
    ])("a certificate that is signed %s is refused", async (_name, address, why) => {
      expect(await outcome(address())).toMatchObject({
        code: "STORAGE_UNAVAILABLE",
        message: expect.stringContaining(why),
      });
    });

    test.each([
      ["libpq's word for its folder", () => `host=${server.socketFolder}`],
      ["Bun's word for its folder", () => `path=${server.socketFolder}`],
      ["Bun's word for the socket", () => `path=${server.socketFolder}/.s.PGSQL.${new URL(named).port}`],
    ])("a socket, by %s, is of this machine", async (_name, place) => {
      expect(await outcome(`${named}?${place()}`)).toBe(false);
    });

    test("a variable of the environment does not turn the check off", async () => {
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
      try {
        expect(await outcome(`${named}?sslmode=verify-full`)).toBeInstanceOf(Error);
      } finally {
        delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      }
    });

    test.each([
      ["a wrong password", () => named.replace(/:[^:@/]+@/, ":wrong@"), "refuses the user or the password"],
      ["a database that is not there", () => named.replace(/postgres$/, "nowhere"), "CREATE DATABASE"],
      [
        "an address where nobody answers",
        () => `postgres://a@127.0.0.1:${freePort()}/x`,
        "No database answers at postgres://127.0.0.1:",
      ],
    ])("%s is told, with what to do", async (_name, address, why) => {
      expect(await outcome(address())).toMatchObject({
        code: "STORAGE_UNAVAILABLE",
        message: expect.stringContaining(why),
      });
    });

    test("a server without TLS is told", async () => {
      if (ours?.start == null) return;
      await using plain = await ours.start();
      expect(await outcome(`${plain.address}?sslmode=verify-full`)).toMatchObject({
        code: "STORAGE_UNAVAILABLE",
        message: expect.stringContaining("offers no TLS"),
      });
    });
  },
);
