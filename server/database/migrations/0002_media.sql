-- One row for each stored picture; its files are DATA_DIR/media/<name>-<width>.webp.
CREATE TABLE media (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  name text COLLATE "C" NOT NULL UNIQUE,
  width int NOT NULL CHECK (width > 0),
  height int NOT NULL CHECK (height > 0),
  thumbhash text NOT NULL
);
