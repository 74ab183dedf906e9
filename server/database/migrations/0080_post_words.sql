-- A trusted extension: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Words as people search for them: Italian stems, without accents (docs/decisions/0051).
CREATE TEXT SEARCH CONFIGURATION dintorni_italian (COPY = italian);
ALTER TEXT SEARCH CONFIGURATION dintorni_italian
  ALTER MAPPING FOR hword, hword_part, word WITH unaccent, italian_stem;

-- All words of a query. with_beginning: the last one is perhaps not finished.
CREATE FUNCTION words_query(words text, with_beginning boolean) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN with_beginning AND numnode(plainto_tsquery('dintorni_italian', words)) > 0
    THEN (plainto_tsquery('dintorni_italian', words)::text || ':*')::tsquery
  ELSE plainto_tsquery('dintorni_italian', words)
END;
