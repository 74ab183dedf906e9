-- Whether a post looks for somebody: then its Spotted button stands out.
ALTER TABLE posts ADD COLUMN looks_for_someone boolean NOT NULL DEFAULT true;
