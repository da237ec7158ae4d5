/** How long a country has receipts kept, as a suggestion for a rule; no advice. */
export interface RetentionPreset {
  /** ISO 3166-1. */
  readonly country: string;
  /** Whole years. */
  readonly years: number;
  /** The law that says so. */
  readonly law: string;
  /** Whether that counts from the end of the year that the receipt is of; the other way is from the day it was made. */
  readonly isFromYearEnd: boolean;
  /** Where that was read. */
  readonly source: string;
  readonly address: string;
  /** When it was read there: laws change. */
  readonly lookedAt: string;
}

const LOOKED_AT = "2026-11-23";

/**
 * Suggestions by country, by alphabet. Only what was read at a source is here. Where a law counts from the end of the business
 * year or from the last entry of it, the end of the calendar year stands for it, so that nothing goes too early for a business
 * whose year is the calendar's.
 */
export const RETENTION_PRESETS: readonly RetentionPreset[] = [
  {
    country: "AT",
    years: 7,
    law: "§ 132 Abs. 1 BAO",
    isFromYearEnd: true,
    source: "Unternehmensserviceportal: Aufbewahrungspflicht",
    address:
      "https://www.usp.gv.at/steuern-finanzen/steuerliche-gewinnermittlung/weitere-informationen-zur-steuerlichen-gewinnermittlung/betriebliches-rechnungswesen/aufbewahrungspflicht.html",
    lookedAt: LOOKED_AT,
  },
  {
    country: "CH",
    years: 10,
    law: "Art. 958f Abs. 1 OR",
    isFromYearEnd: true,
    source: "Obligationenrecht, Art. 958f",
    address: "https://lawbrary.ch/law/art/OR-v2025.01-en-art-958f",
    lookedAt: LOOKED_AT,
  },
  {
    country: "DE",
    years: 8,
    law: "§ 147 Abs. 3 und 4 AO, § 257 Abs. 4 HGB, § 14b Abs. 1 UStG",
    isFromYearEnd: true,
    source: "Haufe: Bürokratieentlastungsgesetz IV, Reduktion bestimmter Aufbewahrungspflichten",
    address:
      "https://www.haufe.de/finance/buchfuehrung-kontierung/buerokratieentlastungsgesetz-aufbewahrungspflichten-verkuerzt_186_634670.html",
    lookedAt: LOOKED_AT,
  },
  {
    country: "ES",
    years: 6,
    law: "Art. 30 Código de Comercio",
    isFromYearEnd: true,
    source: "Agencia Tributaria: Conservación de libros",
    address:
      "http://www.agenciatributaria.es/AEAT.internet/Inicio/_Segmentos_/Empresas_y_profesionales/Empresas/Impuesto_sobre_Sociedades/Periodos_impositivos_a_partir_de_1_1_2016/Obligaciones_contables_y_registrales/Conservacion_de_libros.shtml",
    lookedAt: LOOKED_AT,
  },
  {
    country: "FR",
    years: 10,
    law: "Art. L123-22 Code de commerce",
    isFromYearEnd: true,
    source: "Code de commerce, article L123-22",
    address: "https://codes-et-lois.fr/code-de-commerce/article-l123-22",
    lookedAt: LOOKED_AT,
  },
  {
    country: "GB",
    years: 6,
    law: "VAT Act 1994, schedule 11, paragraph 6(3)",
    isFromYearEnd: false,
    source: "GOV.UK: VAT record keeping",
    address: "https://www.gov.uk/vat-record-keeping",
    lookedAt: LOOKED_AT,
  },
  {
    country: "IT",
    years: 10,
    law: "Art. 2220 Codice civile",
    isFromYearEnd: true,
    source: "Brocardi: Codice civile, art. 2220",
    address: "https://brocardi.it/codice-civile/libro-quinto/titolo-ii/capo-iii/sezione-iii/art2220.html",
    lookedAt: LOOKED_AT,
  },
  {
    country: "NL",
    years: 7,
    law: "Art. 52 lid 4 AWR",
    isFromYearEnd: true,
    source: "Wolters Kluwer: Fiscale bewaarplicht",
    address:
      "https://www.wolterskluwer.com/nl-nl/expert-insights/fiscale-bewaarplicht-7-punten-waar-je-niet-omheen-kunt",
    lookedAt: LOOKED_AT,
  },
];

/** The age of a rule that keeps receipts as long, as `readAge` reads it. */
export function ageOf({ years, isFromYearEnd }: Pick<RetentionPreset, "years" | "isFromYearEnd">): string {
  return isFromYearEnd ? `${years}y from year end` : `${years}y`;
}
