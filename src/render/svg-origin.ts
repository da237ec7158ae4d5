/** The start tag of a group of elements, with the bytes of the print that made them. */
export function originGroup({ from, to }: { readonly from: number; readonly to: number }): string {
  return `<g data-from="${from}" data-to="${to}">`;
}
