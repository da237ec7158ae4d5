/** How a serial line is set. */
export interface SerialLine {
  /** Bits a second. */
  readonly baud: number;
  readonly dataBits: number;
  readonly parity: Parity;
  readonly stopBits: number;
  /** What the printer stops the line with when it can take no more. */
  readonly flow: FlowControl;
}

const PARITIES = ["none", "even", "odd"] as const;
export type Parity = (typeof PARITIES)[number];

const FLOW_CONTROLS = ["none", "rtscts", "xonxoff"] as const;
export type FlowControl = (typeof FLOW_CONTROLS)[number];

/** The speeds of receipt printers and their adapters lie between these. */
const BAUD = { minimum: 300, maximum: 4_000_000 } as const;

/** What can be said of a line in an address, with what is taken where nothing is said. */
const SETTINGS = {
  baud: { standard: 9600, allowed: null, words: `a number from ${BAUD.minimum} to ${BAUD.maximum}` },
  data: { standard: 8, allowed: [7, 8], words: "7 or 8" },
  parity: { standard: "none", allowed: PARITIES, words: PARITIES.join(", ") },
  stop: { standard: 1, allowed: [1, 2], words: "1 or 2" },
  flow: { standard: "none", allowed: FLOW_CONTROLS, words: FLOW_CONTROLS.join(", ") },
} as const;

type SettingName = keyof typeof SETTINGS;

/** Reads `baud=19200&parity=none&flow=rtscts`. @returns how the line is set, or what is wrong with it, in a sentence */
export function readSerialLine(query: string): SerialLine | string {
  const values: Record<SettingName, unknown> = {
    baud: SETTINGS.baud.standard,
    data: SETTINGS.data.standard,
    parity: SETTINGS.parity.standard,
    stop: SETTINGS.stop.standard,
    flow: SETTINGS.flow.standard,
  };
  for (const [name, text] of new URLSearchParams(query)) {
    if (!isSetting(name)) return `has no setting ${name}; there are ${Object.keys(SETTINGS).join(", ")}.`;
    const { standard, allowed, words } = SETTINGS[name];
    const value = typeof standard === "number" ? Number(text) : text.toLowerCase();
    const choices: readonly unknown[] | null = allowed;
    const isAllowed = choices === null ? isBaud(value) : choices.includes(value);
    if (!isAllowed) return `must have a ${name} of ${words}.`;
    values[name] = value;
  }
  const { baud, data, parity, stop, flow } = values;
  return { baud, dataBits: data, parity, stopBits: stop, flow } as SerialLine;
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

function isBaud(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= BAUD.minimum && Number(value) <= BAUD.maximum;
}
