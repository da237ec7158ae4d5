/** Requests that a real printer may answer and that this one leaves unanswered, and why: silence misleads nobody. */
export const UNANSWERED_REQUESTS: readonly (readonly [request: string, reason: string])[] = [
  ["DLE EOT 5, 6", "status of a slip station, which a receipt printer has not"],
  ["DLE DC4 7 5", "status of a battery, which this printer has not"],
  [
    "FS ( E function 61",
    "settings of the top and bottom logo; the form of the reply is not known well enough",
  ],
  ["FS ( L functions 34, 48", "paper layout of label printers"],
  ["FS ( f, FS ( g, FS a, FS b, FS c", "reading and scanning of cheques"],
  ["FS g 2", "the older user memory; GS ( C replaces it"],
  ["GS ( B", "status of slips"],
  ["GS ( E functions 14, 16, 50, 100", "settings of interfaces and of paper that this printer has not"],
  ["GS ( E function 12", "settings of a serial interface, unless a host has set them"],
  [
    "GS ( E functions 4, 6",
    "memory switches and values that are not set by a host and whose factory value is not known",
  ],
  ["GS ( G", "slips and cheques"],
  [
    "GS ( H function 49, with causes",
    "the bits of the causes differ from model to model: sent without causes",
  ],
  ["GS ( k function 82", "size of a two-dimensional symbol in dots"],
  ["GS ( z", "cheques"],
  [
    "GS I 35, 36, 96, 110, 111, 112",
    "information of certain models: answered empty, as Epson's manual has it",
  ],
  ["DC2 q", "the end of execution on small printers of another maker"],
];
