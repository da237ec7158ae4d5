import type { Socket } from "bun";

/** Messages of clients (PostgreSQL, message formats) of which the server answers each once, with what came before. */
const ANSWERED = new Set(["Q", "S"]);

/** Has the server fail as where transactions met: in the midst of one, which is broken off by that. */
const FAILURE = "DO $$ BEGIN RAISE EXCEPTION 'injected' USING ERRCODE = '40001'; END $$";

/** The same at a COMMIT, after which no transaction is open. */
const FAILED_COMMIT = `ROLLBACK; ${FAILURE}`;

/** What begins and what gives up: neither meets others. */
const NEVER_FAILING = /^(BEGIN|ROLLBACK)/;

interface Pair {
  server: Socket<Pair> | null;
  /** What came before the server's side was there. */
  readonly early: Buffer[];
  /** What came of a message that is not whole. */
  rest: Buffer;
  /** Messages of which the last is not there yet. */
  group: Buffer[];
  hasBegun: boolean;
}

/** After so many failures without a COMMIT nothing fails until one: what fails thirteen times is given up, as it should be. */
const MOST_FAILURES = 8;

/** Stands between a client and a server of PostgreSQL, and has the server fail at statements, each by a serialization failure. */
export class FailingProxy implements Disposable {
  /** Statements of which it was asked whether they fail, and those that did. */
  statements = 0;
  failed = 0;
  private sinceCommit = 0;
  private readonly listener;

  /** @param fails asked at each statement and COMMIT */
  constructor(
    private readonly target: URL,
    private readonly fails: () => boolean,
  ) {
    this.listener = Bun.listen<Pair>({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        open: (client) => void this.connect(client),
        data: (client, bytes) => this.forward(client.data, Buffer.from(bytes)),
        close: (client) => void client.data.server?.end(),
      },
    });
  }

  /** The address of the same database by way of this. */
  get address(): string {
    return Object.assign(new URL(this.target), { host: `127.0.0.1:${this.listener.port}` }).href;
  }

  [Symbol.dispose](): void {
    this.listener.stop(true);
  }

  private async connect(client: Socket<Pair>): Promise<void> {
    const pair: Pair = { server: null, early: [], rest: Buffer.alloc(0), group: [], hasBegun: false };
    client.data = pair;
    pair.server = await Bun.connect<Pair>({
      hostname: this.target.hostname,
      port: Number(this.target.port),
      data: pair,
      socket: {
        data: (_server, bytes) => void client.write(bytes),
        close: () => void client.end(),
      },
    });
    for (const bytes of pair.early.splice(0)) this.forward(pair, bytes);
  }

  private forward(pair: Pair, bytes: Buffer): void {
    if (pair.server === null) return void pair.early.push(bytes);
    pair.rest = Buffer.concat([pair.rest, bytes]);
    for (let message = takeMessage(pair); message !== null; message = takeMessage(pair)) {
      pair.group.push(message);
      const isAnswered = ANSWERED.has(kindOf(message)) || !pair.hasBegun || kindOf(message) === "p";
      pair.hasBegun = true;
      if (isAnswered) pair.server.write(this.sent(pair.group.splice(0)));
    }
  }

  /** What goes to the server in place of messages that are answered together. */
  private sent(group: readonly Buffer[]): Buffer {
    const whole = Buffer.concat(group);
    const text = textOfStatement(group);
    if (text === null || NEVER_FAILING.test(text)) return whole;
    const isSpared = this.sinceCommit >= MOST_FAILURES;
    if (!isSpared) this.statements++;
    if (isSpared || !this.fails()) {
      if (text === "COMMIT") this.sinceCommit = 0;
      return whole;
    }
    this.failed++;
    this.sinceCommit++;
    return query(text === "COMMIT" ? FAILED_COMMIT : FAILURE);
  }
}

/** Takes the next whole message; the first of a connection has no letter for its kind. */
function takeMessage(pair: Pair): Buffer | null {
  const { rest } = pair;
  const lengthAt = pair.hasBegun ? 1 : 0;
  if (rest.length < lengthAt + 4) return null;
  const end = lengthAt + rest.readUInt32BE(lengthAt);
  if (rest.length < end) return null;
  pair.rest = rest.subarray(end);
  return rest.subarray(0, end);
}

function kindOf(message: Buffer): string {
  return String.fromCharCode(message[0] ?? 0);
}

/** The text of what messages run: empty where it was prepared before; `null` where they run nothing. */
function textOfStatement(group: readonly Buffer[]): string | null {
  const [first] = group;
  if (first !== undefined && kindOf(first) === "Q") return first.subarray(5, -1).toString();
  return group.some((message) => kindOf(message) === "E") ? "" : null;
}

function query(text: string): Buffer {
  const message = Buffer.concat([Buffer.from("Q\0\0\0\0"), Buffer.from(`${text}\0`)]);
  message.writeUInt32BE(message.length - 1, 1);
  return message;
}
