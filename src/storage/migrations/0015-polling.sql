-- What a printer that comes for its prints shows, so that it is known: SHA-256 of the secret in its address. NULL for none.
ALTER TABLE printer ADD COLUMN poll_secret_hash BLOB;
CREATE UNIQUE INDEX printer_poll_secret ON printer (poll_secret_hash) WHERE poll_secret_hash IS NOT NULL;

-- The address that a printer asks for jobs, and how.
ALTER TABLE printer ADD COLUMN poll TEXT;
ALTER TABLE printer ADD COLUMN poll_credentials TEXT;
ALTER TABLE printer ADD COLUMN poll_authority TEXT;
ALTER TABLE printer ADD COLUMN poll_seconds INTEGER NOT NULL DEFAULT 5;

-- Jobs that were fetched from such an address: a row comes with its print, and says that the address has been told what
-- became of it once it has. Fetched again, a job is known by its name there and its bytes.
CREATE TABLE polled_job (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  printer_id INTEGER NOT NULL,
  -- The address that it came from.
  source TEXT NOT NULL,
  -- Its name there; NULL where it has none.
  token TEXT,
  sha256 BLOB NOT NULL,
  print_id INTEGER NOT NULL REFERENCES print (id),
  created_at INTEGER NOT NULL,
  told_at INTEGER
) STRICT;
CREATE INDEX polled_job_printer ON polled_job (printer_id, id);
CREATE INDEX polled_job_untold ON polled_job (printer_id, id) WHERE told_at IS NULL;
