-- What was read in the pictures of a print, as JSON (RecognisedSummary); NULL where nothing was.
ALTER TABLE print ADD COLUMN recognised TEXT;
