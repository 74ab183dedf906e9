-- Parse Server calls PostGIS for the distance. Without PostGIS, a cheaper function returns the same.
CREATE DOMAIN geometry AS point;
CREATE FUNCTION st_distancesphere(a geometry, b geometry) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 2 * 6371008.7714 * asin(least(1, sqrt(power(sin(radians((b::point)[1] - (a::point)[1]) / 2), 2)
  + cos(radians((a::point)[1])) * cos(radians((b::point)[1])) * power(sin(radians((b::point)[0] - (a::point)[0]) / 2), 2))));
