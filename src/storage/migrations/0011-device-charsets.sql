-- What the prints of a device are read as, once the text of one has told it with certainty: it decides for prints with
-- little text. A device is a printer, a device id, or both; without a printer its id is 0, without a device id it is ''.
CREATE TABLE device_charset (
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  printer_id INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  charset TEXT NOT NULL,
  PRIMARY KEY (workspace_id, printer_id, device_id)
) STRICT, WITHOUT ROWID;

-- Prints for which it decided, so that what comes later does not change how they are read.
CREATE TABLE print_charset (
  print_id INTEGER PRIMARY KEY NOT NULL REFERENCES print (id),
  charset TEXT NOT NULL
) STRICT;

-- The ordinal before which prints are read as they were when a device's charset changed last; those from it on are read
-- with the present ones. Prints that are there already are read without any.
CREATE TABLE charset_progress (
  workspace_id INTEGER PRIMARY KEY NOT NULL REFERENCES workspace (id),
  next_ordinal INTEGER NOT NULL
) STRICT;
INSERT INTO charset_progress (workspace_id, next_ordinal)
  SELECT workspace_id, max(ordinal) + 1 FROM print GROUP BY workspace_id;
