-- A place may be reported. It has no owner: who added it, if anybody did, is not who made it stay.
ALTER TABLE reports
  ADD COLUMN place_id bigint,
  ALTER COLUMN reported_user_id DROP NOT NULL,
  ADD CONSTRAINT reports_place_id_fkey FOREIGN KEY (place_id) REFERENCES places (id) ON DELETE CASCADE NOT VALID,
  ADD CONSTRAINT reports_owner CHECK ((place_id IS NULL) = (reported_user_id IS NOT NULL)) NOT VALID,
  DROP CONSTRAINT reports_one_thing,
  ADD CONSTRAINT reports_one_thing CHECK (num_nonnulls(post_id, comment_id, story_id, message_id, place_id) <= 1) NOT VALID;
ALTER TABLE moderation_log
  DROP CONSTRAINT moderation_log_target_type_check,
  ADD CONSTRAINT moderation_log_target_type_check
    CHECK (target_type IN ('post', 'comment', 'story', 'message', 'place', 'user')) NOT VALID,
  DROP CONSTRAINT moderation_log_action_check,
  ADD CONSTRAINT moderation_log_action_check
    CHECK (action IN ('dismiss', 'remove', 'merge', 'suspend', 'lift', 'grant', 'revoke')) NOT VALID;

-- Where the pages of places lead that became part of another.
CREATE TABLE merged_places (
  id bigint PRIMARY KEY,
  into_id bigint NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  CHECK (id <> into_id)
);
CREATE INDEX merged_places_into ON merged_places (into_id);
