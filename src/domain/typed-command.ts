/** Commands that a shop and an archive both have. */
type SharedCommand = "sign-in" | "token create";

/** How such a command is typed: those of an archive name it. */
export function typedCommand(command: SharedCommand, { isArchive }: { readonly isArchive: boolean }): string {
  return isArchive ? `tillroll archive ${command}` : `tillroll ${command}`;
}
