import { MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";
import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { IppAttribute } from "../../ipp/message.ts";
import * as is from "../../ipp/values.ts";
import { appleRasterKeywords, formatsFor } from "./document-formats.ts";
import type { PrinterView } from "./printer-attributes.ts";
import { ICON_PATH } from "./printer-icon.ts";

const { attribute } = is;

/** How a host lets people find the printer: by its name, which the service shows. */
export const IDENTIFY_ACTIONS = ["display"] as const;

/** `level` of a supply (RFC 3805, prtMarkerSuppliesLevel), per cent: a printer knows three. */
const PAPER_LEVELS: Readonly<Record<PrinterStatus["paper"], number>> = {
  present: 100,
  "near-end": 10,
  end: 0,
};

/**
 * What hosts without a driver ask of a printer beyond what every IPP printer says (IPP Everywhere, PWG 5100.14; AirPrint):
 * in which dots it takes pages, and what it is like.
 */
export function driverlessDescription(view: PrinterView): IppAttribute[] {
  const { endpoint, uri, moreInfoUri, userAgent, jobs } = view;
  const { printer, details, status } = endpoint;
  const { dotsPerInch } = details.model;
  const begin = jobs.timeOfDayAt(jobs.startedAt);
  const changedAt = Math.max(begin, printer.updatedAt);
  // Of what happens to a printer, its jobs are what is known the time of.
  const times = jobs.all(printer.id).map(({ createdAt, completedAt }) => completedAt ?? createdAt);
  const stateAt = jobs.timeOfDayAt(Math.max(jobs.startedAt, ...times));
  const seconds = (at: number) => is.integer(Math.max(0, Math.floor((at - begin) / MILLISECONDS_PER_SECOND)));
  const supply = `index=1;class=supplyThatIsConsumed;type=other;unit=percent;maxcapacity=100;level=${PAPER_LEVELS[status.paper]};`;
  return [
    attribute("document-format-supported", ...formatsFor(userAgent).map(is.mimeMediaType)),
    attribute("identify-actions-default", ...IDENTIFY_ACTIONS.map(is.keyword)),
    attribute("identify-actions-supported", ...IDENTIFY_ACTIONS.map(is.keyword)),
    attribute("ipp-features-supported", is.keyword("ipp-everywhere")),
    attribute("overrides-supported", is.keyword("document-number"), is.keyword("pages")),
    attribute("preferred-attributes-supported", is.boolean(false)),
    attribute("printer-config-change-date-time", is.dateTime(changedAt)),
    attribute("printer-config-change-time", seconds(changedAt)),
    attribute("printer-geo-location", is.unknown),
    attribute("printer-get-attributes-supported", is.keyword("document-format")),
    attribute("printer-icons", is.uri(`${uri.replace(/^ipp/, "http")}${ICON_PATH}`)),
    attribute("printer-kind", is.keyword("receipt"), is.keyword("roll")),
    attribute("printer-organization", is.text("")),
    attribute("printer-organizational-unit", is.text("")),
    attribute("printer-state-change-date-time", is.dateTime(stateAt)),
    attribute("printer-state-change-time", seconds(stateAt)),
    attribute("printer-supply", is.octetString(supply)),
    attribute("printer-supply-description", is.text("Paper roll")),
    attribute("printer-supply-info-uri", is.uri(moreInfoUri)),
    attribute("pwg-raster-document-resolution-supported", is.resolution(dotsPerInch, dotsPerInch)),
    attribute("pwg-raster-document-sheet-back", is.keyword("normal")),
    attribute("pwg-raster-document-type-supported", is.keyword("sgray_8"), is.keyword("black_1")),
    attribute("urf-supported", ...appleRasterKeywords(details.model).map(is.keyword)),
  ];
}
