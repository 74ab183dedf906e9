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

-- Who judges what is reported: named by the operator.
CREATE TABLE moderators (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  granted_at timestamptz NOT NULL DEFAULT now(),
  -- An administrator is a moderator who also runs the server in the app.
  is_administrator boolean NOT NULL DEFAULT false
);

-- What was decided, by whom, and about whom. A deleted account goes from it; the fact stays.
CREATE TABLE moderation_log (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  action text COLLATE "C" NOT NULL CHECK (action IN ('dismiss', 'remove', 'suspend', 'merge', 'lift', 'grant',
    'revoke', 'grant_administrator', 'revoke_administrator', 'show_account', 'mail_reset_link',
    'remove_second_factor', 'set_email', 'delete_account', 'change_registrations', 'invite', 'withdraw_invitation',
    'block_address', 'unblock_address', 'publish_text', 'announce', 'end_announcement', 'request_backup')),
  by_operator boolean NOT NULL,
  moderator_id bigint REFERENCES users ON DELETE SET NULL,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  target_type text COLLATE "C" NOT NULL CHECK (target_type IN ('post', 'comment', 'story', 'message', 'place',
    'event', 'user', 'server')),
  -- No reference: what was removed is gone.
  content_id bigint,
  -- The reasons of the reports that it closed, the most frequent first.
  reasons text[] NOT NULL DEFAULT '{}',
  reports_count int NOT NULL DEFAULT 0 CHECK (reports_count >= 0),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 500),
  CHECK (NOT (by_operator AND moderator_id IS NOT NULL)),
  CONSTRAINT moderation_log_content CHECK ((content_id IS NULL) = (target_type IN ('user', 'server')))
);

CREATE INDEX moderation_log_closings ON moderation_log (id DESC) WHERE reports_count > 0;
CREATE INDEX moderation_log_moderator ON moderation_log (moderator_id) WHERE moderator_id IS NOT NULL;
CREATE INDEX moderation_log_suspensions ON moderation_log (id DESC) WHERE action = 'suspend';
CREATE INDEX moderation_log_user ON moderation_log (user_id, id DESC) WHERE user_id IS NOT NULL;

CREATE TRIGGER moderation_log_kept BEFORE UPDATE OR DELETE ON moderation_log FOR EACH ROW
  EXECUTE FUNCTION keep_moderation_log();

-- What a report is about goes, and the report with it. One person reports one thing once.
CREATE TABLE reports (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  reporter_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  reported_user_id bigint REFERENCES users ON DELETE CASCADE,
  post_id bigint REFERENCES posts ON DELETE CASCADE,
  comment_id bigint REFERENCES comments ON DELETE CASCADE,
  reason text COLLATE "C" NOT NULL CHECK (reason IN ('spam', 'harassment', 'hate', 'nudity', 'violence', 'privacy',
    'impersonation', 'other')),
  text text NOT NULL DEFAULT '' CHECK (char_length(text) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  story_id bigint REFERENCES stories ON DELETE CASCADE,
  -- Null: open. A story is kept for as long as an open report names it.
  closed_by bigint REFERENCES moderation_log,
  message_id bigint REFERENCES messages (id) ON DELETE CASCADE,
  place_id bigint REFERENCES places ON DELETE CASCADE,
  -- What the post said when it was reported, if it has been edited since. Null: it says the same.
  post_text text,
  -- How its photos were described, likewise.
  post_alts text[],
  event_id bigint REFERENCES events ON DELETE CASCADE,
  CONSTRAINT reports_once UNIQUE NULLS NOT DISTINCT (reporter_id, reported_user_id, post_id, comment_id, story_id,
    message_id, place_id, event_id),
  CHECK (num_nonnulls(post_id, comment_id) <= 1),
  CHECK (reporter_id <> reported_user_id),
  CONSTRAINT reports_one_thing
    CHECK (num_nonnulls(post_id, comment_id, story_id, message_id, place_id, event_id) <= 1),
  CONSTRAINT reports_owner CHECK ((place_id IS NULL) = (reported_user_id IS NOT NULL))
);

CREATE INDEX reports_closed ON reports (closed_by, id DESC) WHERE closed_by IS NOT NULL;
CREATE INDEX reports_comment ON reports (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX reports_event ON reports (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX reports_message ON reports (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX reports_open ON reports (id DESC) WHERE closed_by IS NULL;
CREATE INDEX reports_open_of_thing ON reports (COALESCE(reported_user_id, 0), COALESCE(post_id, 0),
  COALESCE(comment_id, 0), COALESCE(story_id, 0), COALESCE(message_id, 0), COALESCE(place_id, 0),
  COALESCE(event_id, 0), id DESC)
  WHERE closed_by IS NULL;
CREATE INDEX reports_place ON reports (place_id) WHERE place_id IS NOT NULL;
CREATE INDEX reports_post ON reports (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX reports_reported_user ON reports (reported_user_id);
CREATE INDEX reports_story ON reports (story_id) WHERE story_id IS NOT NULL;
