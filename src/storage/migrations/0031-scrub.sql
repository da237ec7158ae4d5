-- What checking the stored data has found damaged, until it is whole again.
CREATE TABLE scrub_finding (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  -- The print that it is about; NULL for what is no print's.
  print_id INTEGER REFERENCES print (id),
  -- What else it is about: a table, a segment of the index.
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  found_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX scrub_finding_about ON scrub_finding (kind, subject);
CREATE INDEX scrub_finding_print ON scrub_finding (print_id);

-- How far the present round has got, and what the last whole one was; one row.
CREATE TABLE scrub_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- When the present round began; NULL while none is under way.
  began_at INTEGER,
  -- Where it goes on, as JSON.
  place TEXT,
  prints INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  -- When the last whole round ended, and what it went over.
  finished_at INTEGER,
  finished_prints INTEGER NOT NULL,
  finished_bytes INTEGER NOT NULL
) STRICT;
INSERT INTO scrub_state (id, prints, bytes, finished_prints, finished_bytes) VALUES (1, 0, 0, 0, 0);
