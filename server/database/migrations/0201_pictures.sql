CREATE FUNCTION record_picture_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO picture_writes (name, is_deletion) SELECT name, true FROM deleted_pictures
  ON CONFLICT (name) DO UPDATE SET is_deletion = true;
  RETURN NULL;
END
$$;

-- One row for each stored picture; its files are <name>-<width>.webp in DATA_DIR/media or the bucket.
CREATE TABLE media (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  name text COLLATE "C" NOT NULL UNIQUE,
  width int NOT NULL CHECK (width > 0),
  height int NOT NULL CHECK (height > 0),
  thumbhash text NOT NULL,
  alt text CHECK (char_length(alt) BETWEEN 1 AND 1000)
);

CREATE TRIGGER media_record_deletion AFTER DELETE ON media REFERENCING OLD TABLE AS deleted_pictures
  FOR EACH STATEMENT EXECUTE FUNCTION record_picture_deletion();

-- The name of a picture stands here while files of it may exist and it has no row in media: from before its files are
-- written until its row is, and from the deletion of its row until its files are deleted. So no file is forgotten,
-- however a server ends, and nobody has to list the files.
-- In a folder or a bucket their names are the same.
CREATE TABLE picture_writes (
  name text COLLATE "C" PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- The files are to be deleted: the picture cannot get a row any more.
  is_deletion boolean NOT NULL DEFAULT false
);

CREATE INDEX picture_writes_begun ON picture_writes (begun_at);
