-- Which transaction last published or deleted a post in a cell: what a server process keeps in memory of the cell
-- holds for as long as this stays the same.
CREATE TABLE cell_changes (
  c3 bigint PRIMARY KEY,
  changed_by xid8 NOT NULL
) WITH (fillfactor = 50);

CREATE FUNCTION change_cell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO cell_changes AS cell (c3, changed_by) VALUES (COALESCE(NEW.c3, OLD.c3), pg_current_xact_id())
  ON CONFLICT (c3) DO UPDATE SET changed_by = EXCLUDED.changed_by WHERE cell.changed_by <> EXCLUDED.changed_by;
  RETURN NULL;
END
$$;

-- Deferred, like those of 0032: who publishes waits for others in the cell during the commit only.
CREATE CONSTRAINT TRIGGER posts_change_cell AFTER INSERT OR DELETE ON posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_cell();
