-- The radius is one of three steps that a coarse cell can keep (decision 40).
ALTER TABLE user_settings
  DROP CONSTRAINT user_settings_notify_radius_check,
  ADD CONSTRAINT user_settings_notify_radius_check CHECK (notify_radius IN (3000, 10000, 25000)) NOT VALID;
