-- A message that somebody was sent may be reported. It goes with the account of either of the two, and the report with it.
ALTER TABLE reports
  ADD COLUMN message_id bigint,
  ADD CONSTRAINT reports_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages (id) ON DELETE CASCADE NOT VALID,
  DROP CONSTRAINT reports_one_thing,
  ADD CONSTRAINT reports_one_thing CHECK (num_nonnulls(post_id, comment_id, story_id, message_id) <= 1) NOT VALID;
ALTER TABLE moderation_log
  DROP CONSTRAINT moderation_log_target_type_check,
  ADD CONSTRAINT moderation_log_target_type_check CHECK (target_type IN ('post', 'comment', 'story', 'message', 'user')) NOT VALID;
