import type { Socket } from "bun";

const HEAD_END = "\r\n\r\n";

/** A response's text, and the time from sending the request to the last byte of it. */
export interface TimedResponse {
  readonly text: string;
  readonly milliseconds: number;
}

interface Waiting {
  readonly sentAt: number;
  readonly answered: PromiseWithResolvers<TimedResponse>;
}

/** One keep-alive connection with one request at a time, and as little work of its own as there can be. */
export class HttpConnection {
  private socket: Socket | null = null;
  private waiting: Waiting | null = null;
  private chunks: Buffer[] = [];
  private received = 0;
  /** Bytes of the whole response, once its head has come. */
  private expected = Infinity;
  private headBytes = 0;

  private constructor(
    private readonly port: number,
    private readonly token: string,
  ) {}

  /** Connects to a service on this machine. */
  static async open(port: number, token: string): Promise<HttpConnection> {
    const connection = new HttpConnection(port, token);
    connection.socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        binaryType: "buffer",
        data: (_socket, bytes) => connection.receive(bytes),
        close: () => connection.fail("the service closed the connection"),
        error: (_socket, error) => connection.fail(String(error)),
      },
    });
    return connection;
  }

  /** Sends JSON. @throws Error when the answer is not 200 */
  post(path: string, body: string): Promise<TimedResponse> {
    const bytes = Buffer.from(body);
    const head =
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\nAuthorization: Bearer ${this.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${bytes.byteLength}${HEAD_END}`;
    const request = Buffer.concat([Buffer.from(head), bytes]);
    const answered = Promise.withResolvers<TimedResponse>();
    this.waiting = { sentAt: performance.now(), answered };
    if (this.socket?.write(request) !== request.byteLength) this.fail("the request could not be sent");
    return answered.promise;
  }

  close(): void {
    this.socket?.end();
  }

  private receive(bytes: Buffer): void {
    // Before the bytes are looked at, which is the client's work and not the service's.
    const receivedAt = performance.now();
    this.chunks.push(bytes);
    this.received += bytes.byteLength;
    if (this.expected === Infinity) this.readHead();
    if (this.received < this.expected) return;
    const { waiting, headBytes } = this;
    const milliseconds = receivedAt - (waiting?.sentAt ?? 0);
    const response = Buffer.concat(this.chunks);
    this.waiting = null;
    this.chunks = [];
    this.received = 0;
    this.expected = Infinity;
    const text = response.toString("utf8", headBytes);
    if (response.toString("latin1", 0, 13) === "HTTP/1.1 200 ") {
      waiting?.answered.resolve({ text, milliseconds });
    } else
      waiting?.answered.reject(new Error(`the service answered ${response.toString("utf8").slice(0, 500)}`));
  }

  private readHead(): void {
    const text = Buffer.concat(this.chunks).toString("latin1");
    const end = text.indexOf(HEAD_END);
    if (end === -1) return;
    this.headBytes = end + HEAD_END.length;
    this.expected = this.headBytes + Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1]);
  }

  private fail(reason: string): void {
    this.waiting?.answered.reject(new Error(reason));
    this.waiting = null;
  }
}
