-- outside a transaction
ALTER TABLE user_settings VALIDATE CONSTRAINT user_settings_chat_from_check;
