-- Origins of public web pages that may print, and until when a printer that lists none takes the first that does. Printers
-- that are there already may be printed to by such a page: they have an hour from now, as new ones have from their making.
ALTER TABLE printer ADD COLUMN allow_origins TEXT NOT NULL DEFAULT '[]';
ALTER TABLE printer ADD COLUMN pairing_until INTEGER;
UPDATE printer SET pairing_until = (unixepoch() + 3600) * 1000;
