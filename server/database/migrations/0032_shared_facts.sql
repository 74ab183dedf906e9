-- Which transaction last changed what everybody is shown of an author or a place, or whom an author shows
-- their posts. Server processes keep such facts in memory, and each answer asks this row whether they still hold.
CREATE TABLE shared_facts (
  id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  changed_by xid8 NOT NULL
);
INSERT INTO shared_facts (changed_by) VALUES (pg_current_xact_id());

CREATE FUNCTION change_shared_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shared_facts SET changed_by = pg_current_xact_id() WHERE changed_by <> pg_current_xact_id();
  RETURN NULL;
END
$$;

-- Deferred: the row is locked at the commit only, when nothing else is left to wait for.
CREATE CONSTRAINT TRIGGER users_change_shared_facts AFTER UPDATE ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.username, OLD.picture_id, OLD.is_private, OLD.suspended_at) IS DISTINCT FROM (NEW.username, NEW.picture_id, NEW.is_private, NEW.suspended_at))
  EXECUTE FUNCTION change_shared_facts();
CREATE CONSTRAINT TRIGGER places_change_shared_facts AFTER UPDATE ON places
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.name, OLD.town, OLD.province) IS DISTINCT FROM (NEW.name, NEW.town, NEW.province))
  EXECUTE FUNCTION change_shared_facts();
