-- What the prints of a workspace do not say about its printers: the region's characters and the maker's numbering.
ALTER TABLE workspace ADD COLUMN charset TEXT NOT NULL DEFAULT 'auto';
ALTER TABLE workspace ADD COLUMN profile TEXT NOT NULL DEFAULT 'epson';
