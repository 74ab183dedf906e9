-- Versions of the terms and the privacy policy, which replace the texts that come with Dintorni.
CREATE TABLE legal_texts (
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('terms', 'privacy')),
  version int NOT NULL CHECK (version > 0),
  -- Markdown, as it was written.
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 30000),
  -- What it says, as the call returns it: reading parses nothing.
  blocks jsonb NOT NULL CHECK (jsonb_typeof(blocks) = 'array'),
  published_at timestamptz NOT NULL DEFAULT now(),
  -- Null for the operator's command and for a deleted account.
  published_by bigint REFERENCES users (id) ON DELETE SET NULL,
  PRIMARY KEY (kind, version)
);
CREATE INDEX legal_texts_published_by ON legal_texts (published_by) WHERE published_by IS NOT NULL;

-- Written once: all that may change is that somebody is gone.
CREATE FUNCTION keep_legal_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) - 'published_by' = to_jsonb(OLD) - 'published_by'
    AND (NEW.published_by IS NULL OR NEW.published_by = OLD.published_by)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a version of a legal text is written once';
END
$$;
CREATE TRIGGER legal_texts_kept BEFORE UPDATE OR DELETE ON legal_texts FOR EACH ROW EXECUTE FUNCTION keep_legal_texts();
