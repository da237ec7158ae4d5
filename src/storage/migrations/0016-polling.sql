-- What a printer that comes for its prints shows, so that it is known: SHA-256 of the secret in its address. NULL for none.
ALTER TABLE printer ADD COLUMN poll_secret_hash BLOB;
CREATE UNIQUE INDEX printer_poll_secret ON printer (poll_secret_hash) WHERE poll_secret_hash IS NOT NULL;

-- The address that a printer asks for jobs, and how.
ALTER TABLE printer ADD COLUMN poll TEXT;
ALTER TABLE printer ADD COLUMN poll_credentials TEXT;
ALTER TABLE printer ADD COLUMN poll_authority TEXT;
ALTER TABLE printer ADD COLUMN poll_seconds INTEGER NOT NULL DEFAULT 5;

-- Jobs that came from such an address, which has not been told yet what became of them. A row comes with its print, and
-- goes when the address has heard.
CREATE TABLE polled_job (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  printer_id INTEGER NOT NULL,
  -- The address.
  source TEXT NOT NULL,
  -- What the job is called there, as JSON.
  job TEXT NOT NULL,
  print_id INTEGER NOT NULL REFERENCES print (id)
) STRICT;
CREATE INDEX polled_job_printer ON polled_job (printer_id, id);
