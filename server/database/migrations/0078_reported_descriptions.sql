-- How the photos of a post were described when it was reported, if that has changed since. Null: they are as they were.
ALTER TABLE reports ADD COLUMN post_alts text[];
