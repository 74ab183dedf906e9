-- The counter of a place counted private and suspended followers, whom its list hides. Only places that have such
-- followers change. They are locked first, so that the recount sees every follow that changed the counter before.
DO $$
BEGIN
  CREATE TEMP TABLE miscounted ON COMMIT DROP AS
    SELECT DISTINCT f.place_id FROM place_follows f JOIN users u ON u.id = f.user_id
    WHERE u.is_private OR u.suspended_at IS NOT NULL;
  PERFORM id FROM places WHERE id IN (SELECT place_id FROM miscounted) ORDER BY id FOR NO KEY UPDATE;
  UPDATE places SET followers_count = (
      SELECT count(*) FROM place_follows f JOIN users u ON u.id = f.user_id
      WHERE f.place_id = places.id AND NOT u.is_private AND u.suspended_at IS NULL)
    WHERE id IN (SELECT place_id FROM miscounted);
END
$$;
