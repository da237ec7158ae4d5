import net from "node:net";
import tls from "node:tls";

interface MailPlaceOptions {
  readonly key: string;
  readonly cert: string;
  /** How connections are made safe: by TLS from the beginning, or by STARTTLS where it is offered. */
  readonly security: "tls" | "starttls" | "none";
  /** What is answered to a password; 235 unless given. */
  readonly login?: string;
  /** What is answered to a recipient; 250 unless given. */
  readonly recipient?: string;
}

/** A mail server for tests: it takes mail by SMTP (RFC 5321, 3207, 4954), and keeps it. */
export class MailPlace {
  /** Each mail as it came, and whether its connection was safe. */
  readonly mails: { readonly text: string; readonly isSafe: boolean; readonly to: readonly string[] }[] = [];
  /** The names and passwords that were given. */
  readonly logins: string[] = [];
  private server!: net.Server;

  private constructor(readonly options: MailPlaceOptions) {}

  static async start(options: MailPlaceOptions): Promise<MailPlace> {
    const place = new MailPlace(options);
    const { key, cert, security } = options;
    place.server =
      security === "tls"
        ? tls.createServer({ key, cert }, (socket) => place.talk(socket, true))
        : net.createServer((socket) => place.talk(socket, false));
    place.server.on("error", () => {});
    const { promise, resolve } = Promise.withResolvers<void>();
    place.server.listen(0, "127.0.0.1", resolve);
    await promise;
    return place;
  }

  get port(): number {
    return (this.server.address() as net.AddressInfo).port;
  }

  stop(): void {
    this.server.close();
  }

  private talk(first: net.Socket, isSafe: boolean): void {
    const { key, cert, security, login = "235 ok", recipient = "250 ok" } = this.options;
    let [socket, isSafeNow, text, mail] = [first, isSafe, "", null as string[] | null];
    let to: string[] = [];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const answer = (line: string) => {
      const [word = ""] = line.toUpperCase().split(/[ :]/);
      if (word === "EHLO") {
        const offered = security === "starttls" && !isSafeNow ? ["STARTTLS"] : [];
        return say(["250-here", ...offered.map((each) => `250-${each}`), "250 AUTH PLAIN"].join("\r\n"));
      }
      if (word === "STARTTLS") {
        if (security !== "starttls") return say("502 not here");
        say("220 go on");
        socket.removeListener("data", hear);
        socket = new tls.TLSSocket(socket, { isServer: true, key, cert });
        isSafeNow = true;
        socket.on("data", hear);
        socket.on("error", () => {});
        return;
      }
      if (word === "AUTH") {
        const given = Buffer.from(line.split(" ")[2] ?? "", "base64").toString();
        this.logins.push(given.replaceAll("\0", " ").trim());
        return say(login);
      }
      if (word === "RCPT") {
        to.push(line.slice("RCPT TO:<".length, -1));
        return say(recipient);
      }
      if (word === "DATA") {
        mail = [];
        return say("354 go on");
      }
      if (word === "QUIT") {
        say("221 bye");
        return socket.end();
      }
      return say("250 ok");
    };
    const hear = (bytes: Buffer) => {
      text += bytes.toString();
      const lines = text.split("\r\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        if (mail === null) answer(line);
        else if (line !== ".") mail.push(line);
        else {
          this.mails.push({ text: mail.join("\n"), isSafe: isSafeNow, to });
          [mail, to] = [null, []];
          say("250 taken");
        }
      }
    };
    socket.on("data", hear);
    socket.on("error", () => {});
    say("220 here");
  }
}
