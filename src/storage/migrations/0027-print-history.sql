-- What was done to prints after they were stored, and by whom, the last of it: `number` counts a print's changes from 1.
CREATE TABLE print_change (
  print_id INTEGER NOT NULL REFERENCES print (id),
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- Who did it, as JSON; NULL for the service itself.
  actor TEXT,
  -- Particulars, as JSON.
  details TEXT,
  -- The rules that gave it what it lacked.
  rule_filling_id INTEGER REFERENCES rule_filling (id),
  PRIMARY KEY (print_id, number)
) STRICT, WITHOUT ROWID;

-- Which rule gave which field: as JSON, the names of rules by fields. Many prints have the same.
CREATE TABLE rule_filling (
  id INTEGER PRIMARY KEY NOT NULL,
  rules TEXT NOT NULL UNIQUE
) STRICT;
