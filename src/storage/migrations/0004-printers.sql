-- Printers that POS software prints to. The name is unique in the whole service, whatever its case: an LPD queue, an
-- ePOS devid and an IPP address name a printer without its workspace.
CREATE TABLE printer (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  user_id INTEGER NOT NULL REFERENCES user (id),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  device_id TEXT,
  width INTEGER,
  charset TEXT,
  profile TEXT,
  model TEXT NOT NULL,
  tag TEXT NOT NULL DEFAULT '{}',
  allow TEXT NOT NULL DEFAULT '[]',
  protocols TEXT NOT NULL,
  address TEXT,
  raw_port INTEGER,
  epos_port INTEGER,
  target TEXT,
  pass_through INTEGER NOT NULL DEFAULT 0,
  when_interrupted TEXT NOT NULL DEFAULT 'hold',
  held INTEGER NOT NULL DEFAULT 0,
  simulate TEXT NOT NULL DEFAULT 'online',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX printer_name_key ON printer (name_key);

-- The printer that a print came in by; it may have been removed since.
ALTER TABLE print ADD COLUMN printer_id INTEGER;

-- Jobs of which a part had to be durable before the job ended: a status answered in print order is an
-- acknowledgement of what came before it. Gone with the transaction that stores the print.
CREATE TABLE spooled_job (
  key TEXT PRIMARY KEY NOT NULL,
  -- The print to be stored, without its bytes, as JSON.
  print TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE spooled_part (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE INDEX spooled_part_key ON spooled_part (key, id);

-- Prints on their way to a real printer.
CREATE TABLE delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  print_id INTEGER NOT NULL REFERENCES print (id),
  printer_id INTEGER NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  -- Bytes known to have been handed to the printer's connection in the last attempt.
  sent_bytes INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  possible_duplicate INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX delivery_open ON delivery (printer_id, id) WHERE state IN ('queued', 'sending', 'held');
CREATE INDEX delivery_print ON delivery (print_id);
CREATE INDEX delivery_workspace ON delivery (workspace_id, id);

-- What happened to prints after they were stored, for a while; that they were stored, the prints themselves tell.
CREATE TABLE event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  kind TEXT NOT NULL,
  print_id INTEGER,
  -- Particulars as JSON, where the print does not tell them.
  data TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX event_workspace ON event (workspace_id, id);
CREATE INDEX event_created_at ON event (created_at);

-- Rules that read the text of prints for their label and tags.
CREATE TABLE rule (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  pattern TEXT NOT NULL,
  label TEXT,
  tag TEXT NOT NULL DEFAULT '{}',
  applies_to TEXT NOT NULL,
  enabled INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rule_workspace ON rule (workspace_id, position, id);
-- Whether the rules that come with the product count too, and up to which print all rules have been applied.
ALTER TABLE workspace ADD COLUMN default_rules INTEGER NOT NULL DEFAULT 1;
CREATE TABLE rule_progress (
  workspace_id INTEGER PRIMARY KEY NOT NULL REFERENCES workspace (id),
  next_ordinal INTEGER NOT NULL
) STRICT;

-- Addresses that are told of events, and up to which event they have been told.
CREATE TABLE webhook (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  url TEXT NOT NULL,
  secret TEXT NOT NULL,
  events TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  next_ordinal INTEGER NOT NULL,
  last_event INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_workspace ON webhook (workspace_id, id);
