-- The lines of prints as `foldLine` makes them, a line feed between two, written some time after the print. Removed prints
-- have none.
CREATE TABLE print_text (
  workspace_id bigint NOT NULL,
  print_id bigint NOT NULL,
  lines text NOT NULL,
  -- What the earlier prints of its device were read as, where that decided (SettledCharset).
  charset text,
  PRIMARY KEY (workspace_id, print_id)
) /* hash 16 */;

-- How far the prints of a workspace have text. Ids ascend in the order in which prints come.
CREATE TABLE text_progress (
  workspace_id bigint NOT NULL,
  -- How many of the prints that the workspace was given have text.
  next_position bigint NOT NULL,
  -- How many were read at least once: what later prints tell of a device says nothing of them.
  settled_position bigint NOT NULL,
  -- `textVersionOf` of the settings that they were read with; all are read again where it is another.
  version bigint NOT NULL,
  -- The instance that reads the next ones, and until when nobody else does, epoch milliseconds.
  holder text NOT NULL,
  held_until bigint NOT NULL,
  PRIMARY KEY (workspace_id)
);

-- What the prints of a device were read as: it decides for later ones that do not tell it themselves.
CREATE TABLE device_charset (
  workspace_id bigint NOT NULL,
  device_id text NOT NULL,
  charset text NOT NULL,
  PRIMARY KEY (workspace_id, device_id)
);
