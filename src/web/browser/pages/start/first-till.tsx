import { slug } from "../../app/router.ts";
import { serviceAddress } from "../../app/route.ts";
import { LinkButton } from "../../design/button.tsx";
import { t } from "../../texts/texts.ts";
import { usePrinters } from "../printers/use-printers.ts";
import { firstPrinter } from "./first-printer.ts";

/** For an empty list of prints: where a till prints to, and the way to the first steps. */
export function FirstTill() {
  const { answer } = usePrinters(slug.value);
  const way = firstPrinter(answer?.items ?? [])?.connection.ways.find(({ protocol }) => protocol === "raw");
  return (
    <>
      {way === undefined ? null : (
        <p class="start-first">{t("start.tillAddress", { host: way.host, port: String(way.port) })}</p>
      )}
      <div>
        <LinkButton href={serviceAddress("start")}>{t("start.emptyLink")}</LinkButton>
      </div>
    </>
  );
}
