-- How many prints the workspace had when the printer was made: none of those came in by it, whatever the clock said.
-- What is not known of printers made before is taken to be 0.
ALTER TABLE printer ADD COLUMN first_ordinal INTEGER NOT NULL DEFAULT 0;
