/** What stands in lists for a print whose row is damaged on the disk, as JSON. */
export function damagedToJson({
  id,
  workspaceId,
}: {
  readonly id: number;
  readonly workspaceId: number;
}): string {
  return `{"id":${id},"workspaceId":${workspaceId},"damaged":true}`;
}

/** Whether an item of a list stands for such a print. */
export function isDamaged<Item extends object>(
  item: Item,
): item is Extract<Item, { readonly damaged: boolean }> {
  return "damaged" in item;
}
