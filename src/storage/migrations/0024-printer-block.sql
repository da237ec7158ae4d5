-- Addresses that may not print on a printer, and blocks of them, as JSON.
ALTER TABLE printer ADD COLUMN block TEXT NOT NULL DEFAULT '[]';
