import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { toast } from "../../app/notices.tsx";
import { copyText } from "../../clipboard.ts";
import { Badge } from "../../design/badge.tsx";
import { IconButton } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { QrCode } from "../../design/qr-code.tsx";
import { Table } from "../../design/table.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import { portWords } from "./situation-words.ts";

type Connection = PrinterAnswer["connection"];

/** An address that only this machine has. */
const LOOPBACK = /^(127\.|::1$|localhost$)/;

type Reachable = Pick<PrinterAnswer, "connection" | "state">;

/** Whether its ports are those of all addresses of its machine. */
function listensEverywhere({ state }: Reachable): boolean {
  return Object.values(state.ports).some((port) => port !== null && ["0.0.0.0", "::"].includes(port.host));
}

/** Whether no other device can reach it. */
function isOnlyHere({ hosts }: Connection): boolean {
  return hosts.every((host) => LOOPBACK.test(host));
}

/** What is entered in a till: address and port where it has one, else its likeliest address as a whole. */
export function ConnectionFacts({ printer }: { readonly printer: Reachable }) {
  const { connection } = printer;
  const way = connection.ways.find(({ protocol }) => protocol === "raw") ?? connection.ways[0];
  if (way === undefined) return <p>{t("printers.noWay")}</p>;
  const facts =
    way.protocol === "raw"
      ? [
          { name: t("printers.address"), value: way.host },
          { name: t("printers.port"), value: String(way.port) },
        ]
      : [{ name: said(way.title), value: way.address }];
  return (
    <>
      <dl class="connection-facts">
        {facts.map(({ name, value }) => (
          <div key={name} class="connection-fact">
            <dt>{name}</dt>
            <dd>
              <span class="connection-value">{value}</span>
              <IconButton
                icon="copy"
                label={t("printers.copy", { text: value })}
                onClick={() => copy(value)}
              />
            </dd>
          </div>
        ))}
      </dl>
      {isOnlyHere(connection) ? (
        <Notice>{t(listensEverywhere(printer) ? "printers.noNetwork" : "printers.onlyHere")}</Notice>
      ) : null}
    </>
  );
}

/** All ways to a printer, its machine's other names, and a code with the likeliest address. */
export function AllWays({ connection }: { readonly connection: Connection }) {
  const { hosts, ways } = connection;
  const [first] = ways;
  const others = hosts.slice(1);
  return (
    <div class="connection-all">
      {first === undefined ? null : (
        <QrCode text={first.address} label={t("printers.qr", { address: first.address })} />
      )}
      <div class="connection-ways">
        <Table
          label={t("printers.ways")}
          rows={ways}
          keyOf={({ protocol, address }) => `${protocol} ${address}`}
          columns={[
            { title: t("printers.way"), cell: ({ title }) => said(title) },
            { title: t("printers.wayAddress"), cell: ({ address }) => <code>{address}</code> },
            { title: t("printers.queue"), cell: ({ queue }) => queue ?? "–" },
            {
              title: t("printers.port"),
              cell: ({ isOpen, port, fault, reason }) =>
                isOpen ? (
                  <Badge kind="good">{t("printers.isOpen")}</Badge>
                ) : (
                  <span class="connection-closed">
                    {t("printers.isClosed", { reason: portWords({ port, fault }) || said(reason ?? "") })}
                  </span>
                ),
            },
          ]}
        />
        {others.length === 0 ? null : <p>{t("printers.otherNames", { names: others.join(", ") })}</p>}
      </div>
    </div>
  );
}

function copy(text: string): void {
  copyText(text).then(
    () => toast(t("printers.copied")),
    () => toast(t("printers.copyFailed")),
  );
}
