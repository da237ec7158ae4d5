/** Drawings of 16 by 16, as strokes. One line for each, by alphabet. */
const ICONS = {
  audit: "M4 2.5h6l2.5 2.5v8.5H4zM6.5 7h4M6.5 9.5h4",
  back: "M10 3 5 8l5 5",
  backup: "M8 10V3M5 6l3-3 3 3M3 10.5v3h10v-3",
  bell: "M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.8 14.5h2.4",
  book: "M3 3h4l1 1 1-1h4v9.5H9l-1 1-1-1H3z",
  bookmark: "M4.5 2.5h7v11L8 11l-3.5 2.5z",
  cards: "M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z",
  chart: "M2.5 13.5h11M4.5 13.5V9M8 13.5V3.5M11.5 13.5V6.5",
  check: "M3 8.5 6.5 12 13 4.5",
  clock: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM8 5v3.2l2.2 1.6",
  code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  columns: "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10",
  compare: "M3 3h4v10H3zM9 3h4v10H9z",
  copy: "M6 6h7v7H6zM10 6V3H3v7h3",
  cross: "M4 4l8 8M12 4l-8 8",
  down: "M3.5 6 8 10.5 12.5 6",
  download: "M8 2.5V10M4.8 7 8 10.2 11.2 7M3 13.5h10",
  drawer: "M2.5 6.5h11v7h-11zM2.5 9.5h11M6.5 11.5h3M5 6.5V3h6v3.5",
  filter: "M2.5 3.5h11L9.5 8.5v4l-3 1v-5z",
  forward: "m6 3 5 5-5 5",
  globe:
    "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM2.6 8h10.8M8 2.5c-3 3.3-3 7.7 0 11M8 2.5c3 3.3 3 7.7 0 11",
  hook: "M8 2.5a2 2 0 1 1 1.5 3.3L8 8.5M5 9a2.5 2.5 0 1 0 2.5 2.5H11M9.5 5.8l2 3.5a2.5 2.5 0 1 1-1 4",
  key: "M10 2.5a3.5 3.5 0 1 1-2.8 5.6L2.5 12.8V14H5v-1.5h1.5V11l1.4-1.3",
  link: "M6.5 9.5a2.5 2.5 0 0 0 3.6.1l2.3-2.3a2.5 2.5 0 0 0-3.6-3.6l-1 1M9.5 6.5a2.5 2.5 0 0 0-3.6-.1L3.6 8.7a2.5 2.5 0 0 0 3.6 3.6l1-1",
  lock: "M3.5 7.5h9v6h-9zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2",
  minus: "M3.5 8h9",
  more: "M2.8 8a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M7.3 8a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M11.8 8a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0",
  numbers: "M2.5 4h3v3h-3zM2.5 9h3v3h-3zM8 5.5h5.5M8 10.5h2M12 10.5h1.5",
  pencil: "m3 13 .6-2.8L10.8 3 13 5.2l-7.2 7.2z",
  people:
    "M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM2 13.5c0-2.5 1.8-4 4-4s4 1.5 4 4M10.5 3.2a2.2 2.2 0 0 1 0 4.2M12 9.9c1.3.5 2 1.8 2 3.6",
  person: "M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8zM3 14c0-2.8 2.2-4.4 5-4.4s5 1.6 5 4.4",
  plus: "M8 3v10M3 8h10",
  printer: "M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z",
  receipt: "M4 2h8v12l-1.3-1.1L9.3 14 8 12.9 6.7 14l-1.4-1.1L4 14zM6.2 5.5h3.6M6.2 8h3.6",
  restore: "M3 3v3.5h3.5M3.3 6.3A5 5 0 1 1 3 9",
  rows: "M2.5 3.5h11M2.5 8h11M2.5 12.5h11",
  rule: "M2.5 4h6M2.5 8h4M2.5 12h6M10 9l1.7 1.7L14.5 7",
  search: "M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM10 10l3.5 3.5",
  settings: "M2.5 4.5h5M11 4.5h2.5M2.5 11.5H5M8.5 11.5h5M9.2 2.8v3.4M6.8 9.8v3.4",
  shop: "M3 7v6.5h10V7M2 6.5 3.5 3h9L14 6.5zM6.5 13.5V9.5h3v4",
  system: "M2.5 3h11v7.5h-11zM6 13.5h4M8 10.5v3",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9",
  up: "M3.5 10 8 5.5 12.5 10",
  warning: "M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 11.8h.01",
} as const;

export type IconName = keyof typeof ICONS;

/** A small drawing beside words, or in a button that names itself to screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
