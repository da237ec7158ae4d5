import type { TargetOf } from "../../domain/target.ts";
import { TcpConnection } from "../connections/tcp-connection.ts";
import type { DeliveryTimes } from "../delivery-limits.ts";

/** A connection to a print server: each step is answered with one octet, which is 0 when it is well (RFC 1179, 3.1). */
export class LpdExchange {
  /** Bytes that the connection has taken. */
  taken = 0;
  private connection: TcpConnection | null = null;
  /** What came and nobody has asked for yet; the sentence when it is over. */
  private readonly answers: number[] = [];
  private over: string | null = null;
  private notify: () => void = () => {};

  private constructor(private readonly times: DeliveryTimes) {}

  /** @throws ConnectError */
  static async open({ host, port }: TargetOf<"lpd">, times: DeliveryTimes): Promise<LpdExchange> {
    const exchange = new LpdExchange(times);
    exchange.connection = await TcpConnection.open(host, port, times.connect, {
      onData: (bytes) => exchange.receive(bytes),
      onTaken: (count) => {
        exchange.taken += count;
        exchange.notify();
      },
      onEnd: (cause) =>
        exchange.end(`The print server closed the connection${cause === null ? "" : `: ${cause}`}.`),
    });
    return exchange;
  }

  write(bytes: Uint8Array): void {
    this.connection?.write(bytes);
  }

  /** Writes, and waits for the answer for as long as the server goes on taking bytes. @returns it, or why there is none */
  async ask(bytes: Uint8Array): Promise<number | string> {
    this.write(bytes);
    for (;;) {
      const answer = this.answers.shift();
      if (answer !== undefined) return answer;
      if (this.over !== null) return this.over;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      this.notify = () => resolve(true);
      const timer = setTimeout(resolve, this.times.lpdAnswer, false);
      const isNews = await promise;
      clearTimeout(timer);
      if (!isNews) this.end("The print server did not answer in time.");
    }
  }

  /** Ends it; what is asked fails for this reason. */
  end(reason: string): void {
    this.over ??= reason;
    this.notify();
  }

  close(): void {
    if (this.over === null) this.connection?.close();
    else this.connection?.terminate();
  }

  private receive(bytes: Uint8Array): void {
    this.answers.push(...bytes.subarray(0, 1));
    this.notify();
  }
}
