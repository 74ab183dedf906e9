-- What every server keeps in memory for the feed, and which transaction last changed it: the posts of a cell of
-- resolution 5, what is shown of an author or a place. A server reads what has changed since its snapshot, and each
-- answer asks in one index lookup whether anything has (docs/decisions/0037). It replaces shared_facts, one row for all
-- authors and places, and cell_changes.
CREATE TABLE feed_changes (
  subject text COLLATE "C" NOT NULL CHECK (subject IN ('cell', 'author', 'place')),
  subject_id bigint NOT NULL,
  changed_by xid8 NOT NULL,
  PRIMARY KEY (subject, subject_id)
) WITH (fillfactor = 50);
CREATE INDEX feed_changes_changed_by ON feed_changes (changed_by);

CREATE FUNCTION record_feed_change(changed_subject text, changed_id bigint) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO feed_changes AS known (subject, subject_id, changed_by)
  VALUES (changed_subject, changed_id, pg_current_xact_id())
  ON CONFLICT (subject, subject_id) DO UPDATE SET changed_by = EXCLUDED.changed_by
    WHERE known.changed_by <> EXCLUDED.changed_by;
END;

CREATE FUNCTION record_cell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_feed_change('cell', COALESCE(NEW.c5, OLD.c5));
  RETURN NULL;
END
$$;
-- The argument names the subject.
CREATE FUNCTION record_row_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_feed_change(TG_ARGV[0], NEW.id);
  RETURN NULL;
END
$$;

DROP TRIGGER posts_change_cell ON posts;
DROP TRIGGER users_change_shared_facts ON users;
DROP TRIGGER places_change_shared_facts ON places;
DROP FUNCTION change_cell();
DROP FUNCTION change_shared_facts();
DROP TABLE cell_changes;
DROP TABLE shared_facts;

-- Deferred: the row is locked during the commit only, when nothing else is left to wait for.
CREATE CONSTRAINT TRIGGER posts_record_cell_change AFTER INSERT OR DELETE ON posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION record_cell_change();
CREATE CONSTRAINT TRIGGER users_record_change AFTER UPDATE ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.username, OLD.picture_id, OLD.is_private, OLD.suspended_at)
    IS DISTINCT FROM (NEW.username, NEW.picture_id, NEW.is_private, NEW.suspended_at))
  EXECUTE FUNCTION record_row_change('author');
CREATE CONSTRAINT TRIGGER places_record_change AFTER UPDATE ON places
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.name, OLD.town, OLD.province) IS DISTINCT FROM (NEW.name, NEW.town, NEW.province))
  EXECUTE FUNCTION record_row_change('place');

-- Nothing is left of who leaves: the cells of their posts tell that these are gone.
CREATE FUNCTION delete_author_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM feed_changes WHERE subject = 'author' AND subject_id = OLD.id;
  RETURN NULL;
END
$$;
-- Deferred, to come after changes in the same transaction.
CREATE CONSTRAINT TRIGGER users_delete_change AFTER DELETE ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION delete_author_change();
