-- What was read in the pictures of a print, as JSON (RecognisedSummary); NULL where nothing was.
ALTER TABLE print ADD COLUMN recognised TEXT;

-- Prints with pictures that are to be read, until they are. `attempts` is how often that was begun: a print that ends the
-- service each time is given up.
CREATE TABLE recognition_queue (
  print_id INTEGER PRIMARY KEY NOT NULL REFERENCES print (id),
  attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX recognition_queue_order ON recognition_queue (attempts, print_id DESC);

-- The prints whose pictures were read.
CREATE TABLE print_recognition (
  print_id INTEGER PRIMARY KEY NOT NULL REFERENCES print (id),
  -- Of what was read, a `Recognition`: JSON packed with zstd.
  content BLOB NOT NULL,
  -- What searches look through, line by line.
  lines TEXT NOT NULL
) STRICT;

-- Where a picture was read first: another one with the same dots, read in the same way, has the same lines and codes.
CREATE TABLE picture_reading (
  hash BLOB PRIMARY KEY NOT NULL,
  print_id INTEGER NOT NULL REFERENCES print (id),
  -- Which of the pictures of that print it is, from 0.
  number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- In how many prints of a workspace words of a language were found.
CREATE TABLE recognition_language (
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  language TEXT NOT NULL,
  prints INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, language)
) STRICT, WITHOUT ROWID;

-- The recognised lines that no segment of lines has yet (src/search/INDEX.md).
CREATE TABLE recognition_text (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  ordinal INTEGER NOT NULL,
  lines TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX recognition_text_ordinal ON recognition_text (workspace_id, ordinal);

-- The languages that pictures are read in, a JSON list; none are those of the machine and those found in the prints so far.
ALTER TABLE workspace ADD COLUMN recognition_languages TEXT NOT NULL DEFAULT '[]';
