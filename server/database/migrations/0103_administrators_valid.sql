-- outside a transaction
ALTER TABLE moderation_log VALIDATE CONSTRAINT moderation_log_target_type_check;
ALTER TABLE moderation_log VALIDATE CONSTRAINT moderation_log_action_check;
ALTER TABLE moderation_log VALIDATE CONSTRAINT moderation_log_content;
