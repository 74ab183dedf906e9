-- An administrator is a moderator who also runs the server in the app.
ALTER TABLE moderators ADD COLUMN is_administrator boolean NOT NULL DEFAULT false;

-- What administrators do to the server itself is about nobody: target_type 'server'.
ALTER TABLE moderation_log
  DROP CONSTRAINT moderation_log_target_type_check,
  ADD CONSTRAINT moderation_log_target_type_check CHECK (target_type IN (
    'post', 'comment', 'story', 'message', 'place', 'event', 'user', 'server')) NOT VALID,
  DROP CONSTRAINT moderation_log_action_check,
  ADD CONSTRAINT moderation_log_action_check CHECK (action IN (
    'dismiss', 'remove', 'suspend', 'merge', 'lift', 'grant', 'revoke', 'grant_administrator', 'revoke_administrator',
    'change_registrations', 'invite', 'withdraw_invitation', 'block_address', 'unblock_address', 'publish_text',
    'announce', 'end_announcement', 'request_backup')) NOT VALID,
  DROP CONSTRAINT moderation_log_check1,
  ADD CONSTRAINT moderation_log_content CHECK ((content_id IS NULL) = (target_type IN ('user', 'server'))) NOT VALID;
