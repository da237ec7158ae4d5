import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect, type TLSSocket } from "node:tls";
import { EPOS_PATH } from "../../src/domain/protocols.ts";
import { until } from "../until.ts";
import { HttpsService } from "./https-service.ts";

/* The certificate is replaced while clients are connected: nothing of theirs is lost. */

let service: HttpsService;
beforeAll(async () => {
  service = await HttpsService.start();
});
afterAll(() => service.end());

/** A connection by which one request comes after the other, as a browser keeps one. */
class Connection {
  private text = "";
  isEnded = false;

  private constructor(private readonly socket: TLSSocket) {
    socket.on("data", (bytes) => (this.text += String(bytes)));
    socket.on("close", () => (this.isEnded = true));
    socket.on("error", () => (this.isEnded = true));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
    const { promise: connected, resolve, reject } = Promise.withResolvers<void>();
    socket.once("secureConnect", resolve);
    socket.once("error", reject);
    await connected;
    return new Connection(socket);
  }

  get fingerprint(): string {
    return this.socket.getPeerCertificate().fingerprint256;
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** The head of the answer that has come, and what is after it; waits for it. @throws Error when the connection ends first */
  async answer(): Promise<string> {
    const length = () => Number(/content-length: (\d+)/i.exec(this.text)?.[1] ?? NaN);
    const end = () => this.text.indexOf("\r\n\r\n") + 4 + length();
    const isWhole = () => this.text.length >= end();
    await until(() => isWhole() || this.isEnded, "an answer");
    if (!isWhole()) throw new Error("the connection ended without an answer");
    const [answer, rest] = [this.text.slice(0, end()), this.text.slice(end())];
    this.text = rest;
    return answer;
  }

  close(): void {
    this.socket.destroy();
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test("no request and no connection in use is cut when the certificate is replaced", async () => {
  const port = Number(new URL(service.https).port);
  const idle = await Connection.open(port);
  const before = idle.fingerprint;
  // One waits for a print, one is half sent; a third asks again and again, as long as it is not told to connect anew.
  const waiting = await Connection.open(port);
  const path = "/api/workspace/default/prints/next?timeout=60";
  waiting.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.token}\r\n\r\n`);
  const body =
    '<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><text>half</text><cut/></epos-print>';
  const half = await Connection.open(port);
  const head = `POST ${EPOS_PATH}?devid=receipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
  half.send(head + body.slice(0, 20));

  const counts = { isOver: false, kept: 0, fresh: 0 };
  const ask = async (connection: Connection) => {
    connection.send(get("/healthz"));
    const answer = await connection.answer();
    expect(answer).toStartWith("HTTP/1.1 200");
    return answer;
  };
  const keepOn = async () => {
    let connection = await Connection.open(port);
    while (!counts.isOver) {
      const answer = await ask(connection);
      counts.kept++;
      if (/connection: close/i.test(answer)) connection = await Connection.open(port);
    }
    connection.close();
  };
  const beginAnew = async () => {
    while (!counts.isOver) {
      const connection = await Connection.open(port);
      await ask(connection);
      counts.fresh++;
      connection.close();
    }
  };
  const replace = async () => {
    await service.command("/certificate/renew");
    expect((await Connection.open(port)).fingerprint).not.toBe(before);
    // The old server ends the connections that say nothing when it ends itself; clients go on beyond that.
    await until(() => idle.isEnded);
    const { fresh } = counts;
    await until(() => counts.fresh > fresh + 20);
  };
  // Whichever is at fault ends all three: a client that went on at a connection that is gone would let nothing else run.
  const end = () => (counts.isOver = true);
  await Promise.all([keepOn().finally(end), beginAnew().finally(end), replace().finally(end)]);
  expect(counts.kept).toBeGreaterThan(10);
  expect(counts.fresh).toBeGreaterThan(10);

  half.send(body.slice(20));
  expect(await half.answer()).toContain('success="true"');
  expect(await waiting.answer()).toStartWith("HTTP/1.1 200");
});

test("each port shows the new certificate", async () => {
  const ports = [new URL(service.https).port, new URL(service.web(true)).port].map(Number);
  const shown = () => Promise.all(ports.map(async (port) => (await Connection.open(port)).fingerprint));
  const [first, second] = await shown();
  expect(second).toBe(first ?? "");
  await service.command("/certificate/renew");
  await until(async () => {
    const [now, other] = await shown();
    return now !== first && now === other;
  });
});
