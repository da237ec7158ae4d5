import { connect } from "node:net";

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  readonly body: string;
}

/**
 * Stores a print over a connection of its own: `fetch` would let only so many requests begin at once.
 * @returns the answer; `null` when the connection ended without a whole one
 */
export function createPrint(address: string, token: string, raw: Uint8Array): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(address);
  const { promise, resolve } = Promise.withResolvers<RawAnswer | null>();
  const head =
    `POST /api/workspace/default/prints HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/octet-stream\r\nContent-Length: ${raw.byteLength}\r\n\r\n`;
  let received = "";
  const socket = connect(Number(port), hostname, () => {
    socket.write(head);
    socket.write(raw);
  });
  const finish = () => {
    socket.destroy();
    resolve(readAnswer(received));
  };
  socket.on("data", (bytes) => {
    received += bytes.toString("utf8");
    if (readAnswer(received) !== null) finish();
  });
  socket.on("close", finish);
  socket.on("error", finish);
  return promise;
}

function readAnswer(text: string): RawAnswer | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const head = text.slice(0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  const body = text.slice(end + 4);
  if (Buffer.byteLength(body) < length) return null;
  return { status: Number(head.split(" ")[1]), head, body };
}
