/** The sections of docs/performance.md in order, each with what its figures show. */
export const sections: { section: string; title: string; about: string }[] = [
  {
    section: 'feed',
    title: 'The feed',
    about:
      'Over HTTP, by many different signed-in people. *Centre* is Milano, *towns* are twenty quiet ones, *sea* is far from any post, *crowd* is two thousand points spread like the population, a few of them requested often.',
  },
  {
    section: 'pgbench',
    title: 'The feed against pgbench',
    about:
      '`pgbench -M prepared` executes the statements of the page with the same session settings and parameters, alternating with the server on the same cores: find the session, find the posts nearby, read those posts; without the feed cache. The ratio is of requests per second: 1 would be a server that costs nothing and caches nothing. *Page 50* is requested by many people who started at the same point and so share their pages; *not shared* is requested by people of whom no two request the same page, so that it is never in the cache.',
  },
  {
    section: 'competitors',
    title: 'Competitors',
    about:
      'The newest ten posts nearby, with author, place, counts, the viewer’s actions and the same visibility rule, from the same rows on the same PostgreSQL, in alternating runs. Replies are compared with ours before the measurement. Competitors receive viewer and radius; our server looks up the session and chooses the radius. *Towns, 5 km* requests the posts within 5 km, however few. Each of the two hand-written statements is good at one density, so both are always shown. PostGIS is not in the embedded database: *within* is a GiST index over `earthdistance`, and Parse Server’s `ST_DistanceSphere` is a plain function with the same result. PostGraphile receives our H3 cells and a function that reads them.',
  },
  {
    section: 'writes',
    title: 'Writes',
    about:
      'Over HTTP with 32 connections; the ratio is to `pgbench` executing one such transaction per write, without notifications. The server notifies people, and merges concurrent likes and comments into one transaction.',
  },
  {
    section: 'photos',
    title: 'Photos',
    about: 'A post with a photo as a phone takes it; then reading the feed while twenty people upload continuously.',
  },
  {
    section: 'processes',
    title: 'Processes',
    about:
      'A server in two processes and one in a single process, in alternating runs, with the rate limits that processes count together. PostgreSQL and the load have the same cores. CPU of a call is that of all processes of the server and of PostgreSQL: with it, and one core of JavaScript for each process, decision 59 estimates larger machines.',
  },
  { section: 'places', title: 'Nearest places', about: 'The nearest twenty of 50,000.' },
  { section: 'search', title: 'Search', about: '100,000 people and 50,000 places, as it is typed.' },
  {
    section: 'map',
    title: 'The map',
    about:
      'How long the job takes that counts the public posts of a month. Then the two calls over HTTP, of the month, for what a screen shows of Italy, of the region of Milano and of its centre. *By hand* is one statement that counts the same posts for each request, with the same index of places, by `pgbench` in alternating runs; it does not find the labels of cells, and its pictures are not chosen by what the viewer may see.',
  },
  { section: 'fan-out', title: 'Fan-out', about: 'A post at a place with 50,000 followers.' },
  {
    section: 'chat',
    title: 'Messages',
    about:
      'Pages of a conversation and of the list over HTTP, one at a time, and the time that PostgreSQL itself takes for the statements of one. Then pairs of people, each with an open page that marks messages as read: milliseconds from sending a message to its arrival on the other’s page. Sending as under *Writes*, with 32 connections.',
  },
  {
    section: 'page',
    title: 'The page',
    about:
      'Lighthouse, mobile, with a simulated 4 times slower CPU and a slow network, first visits, medians; then a feed scrolled with the wheel, without throttling.',
  },
  {
    section: 'load-generator',
    title: 'The load generator',
    about: 'The load generator against a server with a constant reply: the most that it can measure.',
  },
]
