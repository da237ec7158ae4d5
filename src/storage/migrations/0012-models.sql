-- The model of a printer, which says what its charset, its profile and its width are where these are not set.
-- What a printer says that it is was called its model before; that of new printers was 'TM-T88V'.
ALTER TABLE printer ADD COLUMN reported_model TEXT;
UPDATE printer SET reported_model = model WHERE model <> 'TM-T88V';
ALTER TABLE printer DROP COLUMN model;
ALTER TABLE printer ADD COLUMN model TEXT;

-- NULL is the model's: what is as all workspaces were made is taken as not set.
ALTER TABLE workspace ADD COLUMN model TEXT;
ALTER TABLE workspace ADD COLUMN set_width INTEGER CHECK (set_width BETWEEN 24 AND 80);
ALTER TABLE workspace ADD COLUMN set_charset TEXT;
ALTER TABLE workspace ADD COLUMN set_profile TEXT;
UPDATE workspace SET set_width = nullif(width, 48), set_charset = nullif(charset, 'auto'), set_profile = nullif(profile, 'epson');
ALTER TABLE workspace DROP COLUMN width;
ALTER TABLE workspace DROP COLUMN charset;
ALTER TABLE workspace DROP COLUMN profile;
ALTER TABLE workspace RENAME COLUMN set_width TO width;
ALTER TABLE workspace RENAME COLUMN set_charset TO charset;
ALTER TABLE workspace RENAME COLUMN set_profile TO profile;

-- The width that a print got, or would have got, because of its printer or its workspace: with another width it was
-- asked for. NULL in older prints, of which most have 48.
ALTER TABLE print ADD COLUMN default_width INTEGER;
