-- Prints that have full numbers of payment cards: how many and of which brands, never the numbers themselves.
CREATE TABLE print_card (
  print_id INTEGER PRIMARY KEY NOT NULL REFERENCES print (id),
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  -- How many are in the text, in pictures, and in the label and tags.
  text_numbers INTEGER NOT NULL DEFAULT 0,
  picture_numbers INTEGER NOT NULL DEFAULT 0,
  field_numbers INTEGER NOT NULL DEFAULT 0,
  -- A JSON list of names.
  brands TEXT NOT NULL
) STRICT;
CREATE INDEX print_card_workspace ON print_card (workspace_id, print_id);

-- The last time that the prints that were there were looked through for card numbers, by ordinal, and how far that has got.
CREATE TABLE card_scan (
  workspace_id INTEGER PRIMARY KEY NOT NULL REFERENCES workspace (id),
  next_ordinal INTEGER NOT NULL,
  end_ordinal INTEGER NOT NULL,
  found INTEGER NOT NULL DEFAULT 0
) STRICT;

ALTER TABLE workspace ADD COLUMN mask_card_numbers INTEGER NOT NULL DEFAULT 1;
