import { attribute, charset, mimeMediaType, naturalLanguage, uri } from "../../src/ipp/values.ts";
import { encodeMessage } from "../../src/ipp/encode.ts";
import { GROUP } from "../../src/ipp/tags.ts";
import { OPERATION } from "../../src/ipp/codes.ts";
import type { PrinterPlace } from "./printer-client.ts";
import { PrinterHost } from "./printer-host.ts";

/** Where tills print. */
export interface TillPlace extends PrinterPlace {
  /** Base address of the service. */
  readonly address: string;
  /** A token that may write. */
  readonly token: string;
}

/** Prints a text as one job. Done when it was acknowledged. @throws Error when it was not */
export type Till = (place: TillPlace, text: string) => Promise<void>;

/** What a till calls its jobs by LPD. */
export const LPD_JOB_NAME = "receipt";

const CUT = "\x1dV\x00";

/** The bytes of the print that a job with a text becomes, whatever the protocol. */
export function printOf(text: string): Buffer {
  return Buffer.from(`\x1b@${text}\n${CUT}`);
}

/** A till of each protocol. */
export const TILLS = {
  async raw(place, text) {
    const host = await PrinterHost.connect(place.rawPort);
    await host.send(Buffer.from(`\x1b@${text}\n${CUT}`));
    host.finish();
    if ((await host.ending) !== "closed") throw new Error("the connection broke");
  },

  async lpd(place, text) {
    const host = await PrinterHost.connect(place.lpdPort);
    const demand = async (bytes: Uint8Array) => {
      await host.send(bytes);
      const [octet] = await host.read(1);
      if (octet !== 0) throw new Error(`LPD answered ${octet}`);
    };
    const data = Buffer.from(`\x1b@${text}\n${CUT}`);
    const control = Buffer.from(`Hpos\nPuser\nJ${LPD_JOB_NAME}\nldfA001pos\nUdfA001pos\n`);
    await demand(Buffer.from(`\x02${place.name}\n`));
    await demand(Buffer.from(`\x02${control.length} cfA001pos\n`));
    await demand(Buffer.concat([control, Uint8Array.of(0)]));
    await demand(Buffer.from(`\x03${data.length} dfA001pos\n`));
    await demand(Buffer.concat([data, Uint8Array.of(0)]));
    host.finish();
    await host.ending;
  },

  async epos(place, text) {
    const path = "/cgi-bin/epos/service.cgi?devid=local_printer&timeout=10000";
    // ePOS-Print puts an ESC @ before every document: what is stored is then the same by every protocol.
    const hex = Buffer.from(`${text}\n${CUT}`).toString("hex");
    const response = await fetch(`http://127.0.0.1:${place.eposPort}${path}`, {
      method: "POST",
      headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '""' },
      body:
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><epos-print ` +
        `xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><command>${hex}</command></epos-print>` +
        `</s:Body></s:Envelope>`,
    });
    const answer = await response.text();
    if (!answer.includes('success="true"')) throw new Error(answer);
  },

  async ipp(place, text) {
    const attributes = [
      attribute("attributes-charset", charset("utf-8")),
      attribute("attributes-natural-language", naturalLanguage("en")),
      attribute("printer-uri", uri(`ipp://127.0.0.1/ipp/print/${place.name}`)),
      attribute("document-format", mimeMediaType("application/octet-stream")),
    ];
    const message = encodeMessage({
      version: { major: 1, minor: 1 },
      code: OPERATION.printJob,
      requestId: 1,
      groups: [{ tag: GROUP.operation, attributes }],
    });
    const response = await fetch(`${place.address}/ipp/print/${place.name}`, {
      method: "POST",
      headers: { "Content-Type": "application/ipp" },
      body: Buffer.concat([message, Buffer.from(`\x1b@${text}\n${CUT}`)]),
    });
    const answer = new DataView(await response.arrayBuffer());
    const status = answer.byteLength < 4 ? -1 : answer.getUint16(2);
    if (status !== 0) throw new Error(`IPP answered ${status}`);
  },

  async api({ address, token }, text) {
    const response = await fetch(`${address}/api/workspace/default/prints`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/octet-stream",
        "Idempotency-Key": text,
      },
      body: `\x1b@${text}\n${CUT}`,
    });
    if (response.status !== 201)
      throw new Error(`the API answered ${response.status} ${await response.text()}`);
  },
} satisfies Readonly<Record<string, Till>>;

/** A connection that stays open: only the silence after a job tells where the job ends. */
export class OpenTill {
  private constructor(private readonly host: PrinterHost) {}

  static async connect(place: TillPlace): Promise<OpenTill> {
    return new OpenTill(await PrinterHost.connect(place.rawPort));
  }

  /** Sends a job; nothing is acknowledged. */
  async send(text: string): Promise<void> {
    await this.host.send(Buffer.from(`\x1b@${text}\n${CUT}`));
  }

  async close(): Promise<void> {
    this.host.finish();
    await this.host.ending;
  }
}
