-- outside a transaction
-- What a requester says to the author, for these two only. Null: nothing.
ALTER TABLE spotted_requests ADD COLUMN IF NOT EXISTS text text;
ALTER TABLE spotted_requests
  DROP CONSTRAINT IF EXISTS spotted_requests_text_check,
  ADD CONSTRAINT spotted_requests_text_check CHECK (char_length(text) BETWEEN 1 AND 140) NOT VALID;
ALTER TABLE spotted_requests VALIDATE CONSTRAINT spotted_requests_text_check;
