-- The nearest step of everything up to 5 km is 3 km.
UPDATE user_settings SET notify_radius = 3000 WHERE notify_radius NOT IN (3000, 10000, 25000);
