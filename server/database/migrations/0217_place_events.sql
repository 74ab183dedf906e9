-- Followers of a place are told of its events, which are found by their words.
ALTER TABLE user_settings ADD COLUMN IF NOT EXISTS notify_place_events boolean NOT NULL DEFAULT true;

ALTER TABLE notifications DROP CONSTRAINT IF EXISTS notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('welcome', 'like', 'comment',
  'comment_like', 'comment_reply', 'mention', 'comment_mention', 'story_like', 'follow', 'follow_request',
  'follow_accepted', 'spotted_request', 'spotted_confirmed', 'place_post', 'nearby_post', 'place_event', 'removed'))
  NOT VALID;

ALTER TABLE events ADD COLUMN IF NOT EXISTS words tsvector;

CREATE OR REPLACE FUNCTION store_event_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := search_words(NEW.title || ' ' || NEW.description);
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER event_words BEFORE INSERT OR UPDATE OF title, description ON events
FOR EACH ROW EXECUTE FUNCTION store_event_words();
