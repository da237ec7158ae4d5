-- The fiscal codes that were found on receipts, each once a print.
CREATE TABLE fiscal_code (
  id INTEGER PRIMARY KEY NOT NULL,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  print_id INTEGER NOT NULL REFERENCES print (id),
  -- Of which system it is: tse or rksv.
  system TEXT NOT NULL,
  -- What counts its receipts: the serial number of a TSE, or the name of an Austrian till.
  device TEXT NOT NULL,
  -- The number of the transaction; NULL where it has none that can be read, and for Austrian codes, which are chained instead.
  sequence INTEGER,
  -- What it is known by: of an Austrian code the chaining value that the next one has, else of its text; eight bytes.
  own BLOB NOT NULL,
  -- The chaining value that it has.
  previous BLOB,
  -- What was found of its signature when it was read.
  verdict TEXT NOT NULL,
  code TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX fiscal_code_print ON fiscal_code (print_id, own);
CREATE INDEX fiscal_code_device ON fiscal_code (workspace_id, system, device, sequence, print_id, id);
CREATE INDEX fiscal_code_own ON fiscal_code (workspace_id, device, own, print_id) WHERE previous IS NOT NULL;
CREATE INDEX fiscal_code_previous ON fiscal_code (workspace_id, device, previous, own) WHERE previous IS NOT NULL;

-- Public keys of Austrian signature units, by the serial numbers of their certificates as codes have them.
CREATE TABLE fiscal_certificate (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  serial TEXT NOT NULL,
  -- Whose it is, as it says itself; empty for a key without a certificate.
  subject TEXT NOT NULL,
  public_key BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX fiscal_certificate_serial ON fiscal_certificate (workspace_id, serial);

-- Whether fiscal codes are looked for in the prints of a workspace.
ALTER TABLE workspace ADD COLUMN fiscal_codes INTEGER NOT NULL DEFAULT 1;
