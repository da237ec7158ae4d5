-- Pages of prints of all shops, in the order of a time: without these each shop's index would be merged with all others'.
CREATE INDEX print_all_created ON print (created_at, id);
CREATE INDEX print_all_updated ON print (updated_at, id);
CREATE INDEX print_all_received ON print (received_at, id);
CREATE INDEX print_all_key ON print (print_key);

-- What these two found, those of all shops find as well: hardly two prints have one key, and only walks over all shops go by
-- the time when the archive had a print.
DROP INDEX print_key;
DROP INDEX print_received;
