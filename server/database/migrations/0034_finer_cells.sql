-- 25 km are read in cells of resolution 5 now, and 100 km in those of 4 (docs/decisions/0004): nothing reads those of 3.
ALTER TABLE posts DROP COLUMN c3;
ALTER TABLE places DROP COLUMN c3;

-- What changes is told by the smaller cells, too. What a server keeps in memory of the larger ones is gone with the server that kept it.
TRUNCATE cell_changes;
ALTER TABLE cell_changes RENAME COLUMN c3 TO c4;
CREATE OR REPLACE FUNCTION change_cell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO cell_changes AS cell (c4, changed_by) VALUES (COALESCE(NEW.c4, OLD.c4), pg_current_xact_id())
  ON CONFLICT (c4) DO UPDATE SET changed_by = EXCLUDED.changed_by WHERE cell.changed_by <> EXCLUDED.changed_by;
  RETURN NULL;
END
$$;
