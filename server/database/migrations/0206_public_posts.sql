-- The author's row is locked first, whatever it says, so that a post and its author's privacy do not change past each
-- other: what follows reads what is committed by then.
CREATE FUNCTION keep_public_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = NEW.author_id FOR SHARE;
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM public_posts WHERE id = NEW.id;
  END IF;
  IF NOT NEW.followers_only THEN
    INSERT INTO public_posts (id, author_id, place_id, c4, has_picture)
    SELECT NEW.id, NEW.author_id, NEW.place_id, NEW.c4, NEW.media_id IS NOT NULL FROM users u
    WHERE u.id = NEW.author_id AND NOT u.is_private AND u.suspended_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION keep_public_posts_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_private OR NEW.suspended_at IS NOT NULL THEN
    DELETE FROM public_posts WHERE author_id = NEW.id;
  ELSE
    INSERT INTO public_posts (id, author_id, place_id, c4, has_picture)
    SELECT p.id, p.author_id, p.place_id, p.c4, p.media_id IS NOT NULL FROM posts p
    WHERE p.author_id = NEW.id AND NOT p.followers_only
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION keep_public_hashtags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public_hashtags (tag, post_id) SELECT NEW.tag, p.id FROM public_posts p WHERE p.id = NEW.post_id
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM public_hashtags WHERE tag = OLD.tag AND post_id = OLD.post_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION add_public_hashtags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public_hashtags (tag, post_id) SELECT h.tag, h.post_id FROM added JOIN post_hashtags h ON h.post_id = added.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- The posts that everybody may see: public posts of public accounts that are not suspended. Lists and counts that are
-- the same for everybody read them here, so that no limit of theirs counts a hidden post. Triggers keep both tables.
CREATE TABLE public_posts (
  id bigint PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
  author_id bigint NOT NULL,
  place_id bigint NOT NULL,
  c4 bigint NOT NULL,
  has_picture boolean NOT NULL
);

CREATE INDEX public_posts_author ON public_posts (author_id);
CREATE INDEX public_posts_c4 ON public_posts (c4, id DESC);
CREATE INDEX public_posts_pictures ON public_posts (place_id, id DESC) WHERE has_picture;

CREATE TRIGGER public_posts_hashtags AFTER INSERT ON public_posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION add_public_hashtags();

CREATE TABLE public_hashtags (
  tag text COLLATE "C",
  post_id bigint REFERENCES public_posts ON DELETE CASCADE,
  PRIMARY KEY (tag, post_id)
);

CREATE INDEX public_hashtags_post ON public_hashtags (post_id);

CREATE TRIGGER posts_public AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION keep_public_post();

CREATE TRIGGER posts_public_changed AFTER UPDATE OF followers_only, place_id, c4, media_id ON posts FOR EACH ROW
  WHEN (OLD.followers_only IS DISTINCT FROM NEW.followers_only OR OLD.place_id IS DISTINCT FROM NEW.place_id
    OR OLD.c4 IS DISTINCT FROM NEW.c4 OR (OLD.media_id IS NULL) IS DISTINCT FROM (NEW.media_id IS NULL))
  EXECUTE FUNCTION keep_public_post();

CREATE TRIGGER users_public_posts AFTER UPDATE OF is_private, suspended_at ON users FOR EACH ROW
  WHEN ((OLD.is_private OR OLD.suspended_at IS NOT NULL) <> (NEW.is_private OR NEW.suspended_at IS NOT NULL))
  EXECUTE FUNCTION keep_public_posts_of();

CREATE TRIGGER post_hashtags_public AFTER INSERT OR DELETE ON post_hashtags FOR EACH ROW
  EXECUTE FUNCTION keep_public_hashtags();
