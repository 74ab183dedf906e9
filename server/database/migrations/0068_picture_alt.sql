-- outside a transaction
-- What a picture shows, in its author's words, for who cannot see it. Null: nothing.
ALTER TABLE media ADD COLUMN IF NOT EXISTS alt text;
ALTER TABLE media
  DROP CONSTRAINT IF EXISTS media_alt_check,
  ADD CONSTRAINT media_alt_check CHECK (char_length(alt) BETWEEN 1 AND 1000) NOT VALID;
ALTER TABLE media VALIDATE CONSTRAINT media_alt_check;
