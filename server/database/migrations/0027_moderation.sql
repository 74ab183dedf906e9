-- Who judges what is reported: named by the operator.
CREATE TABLE moderators (
  user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  granted_at timestamptz NOT NULL DEFAULT now()
);

-- Null: not suspended.
ALTER TABLE users ADD COLUMN suspended_at timestamptz;

-- What was decided, by whom, about what of whom. Who deletes their account goes from it; the fact stays.
CREATE TABLE moderation_log (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  action text COLLATE "C" NOT NULL CHECK (action IN ('dismiss', 'remove', 'suspend', 'lift', 'grant', 'revoke')),
  by_operator boolean NOT NULL,
  moderator_id bigint REFERENCES users (id) ON DELETE SET NULL,
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  target_type text COLLATE "C" NOT NULL CHECK (target_type IN ('post', 'comment', 'story', 'user')),
  -- No reference: what was removed is gone.
  content_id bigint,
  -- Of the reports that it closed: the most frequent first.
  reasons text[] NOT NULL DEFAULT '{}',
  reports_count int NOT NULL DEFAULT 0 CHECK (reports_count >= 0),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 500),
  CHECK (NOT (by_operator AND moderator_id IS NOT NULL)),
  CHECK ((content_id IS NULL) = (target_type = 'user'))
);
CREATE INDEX moderation_log_user ON moderation_log (user_id, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX moderation_log_moderator ON moderation_log (moderator_id) WHERE moderator_id IS NOT NULL;
CREATE INDEX moderation_log_closings ON moderation_log (id DESC) WHERE reports_count > 0;
CREATE INDEX moderation_log_suspensions ON moderation_log (id DESC) WHERE action = 'suspend';

-- Written once: all that may change is that somebody is gone.
CREATE FUNCTION keep_moderation_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) - 'moderator_id' - 'user_id' = to_jsonb(OLD) - 'moderator_id' - 'user_id'
    AND (NEW.moderator_id IS NULL OR NEW.moderator_id = OLD.moderator_id)
    AND (NEW.user_id IS NULL OR NEW.user_id = OLD.user_id)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the moderation log is written once';
END
$$;
CREATE TRIGGER moderation_log_kept BEFORE UPDATE OR DELETE ON moderation_log FOR EACH ROW EXECUTE FUNCTION keep_moderation_log();

-- Null: open. A story is kept for as long as an open report names it, and the report goes with it, as with a post:
-- what is left of those that went before there was anybody to judge them says nothing.
ALTER TABLE reports ADD COLUMN closed_by bigint REFERENCES moderation_log (id);
DELETE FROM reports r WHERE r.story_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stories s WHERE s.id = r.story_id);
ALTER TABLE reports ADD CONSTRAINT reports_story_id_fkey FOREIGN KEY (story_id) REFERENCES stories (id) ON DELETE CASCADE NOT VALID;

-- Whose post, comment or story was removed is told why.
ALTER TABLE notifications
  ADD COLUMN moderation_id bigint REFERENCES moderation_log (id) ON DELETE CASCADE,
  DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check CHECK (kind IN (
    'welcome', 'like', 'comment', 'comment_like', 'story_like', 'follow', 'follow_request', 'follow_accepted',
    'spotted_request', 'spotted_confirmed', 'place_post', 'nearby_post', 'removed')) NOT VALID;
