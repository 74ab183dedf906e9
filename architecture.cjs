/**
 * The import laws of the house, checked by dependency-cruiser in `npm test` (architecture.test.ts).
 * Each law is named, and its comment says where the code belongs instead.
 */
const rooms =
  'auth|onboarding|feed|posts|comments|spotted|stories|places|users|search|notifications|settings|moderation|media|chat'
const test = '\\.test\\.tsx?$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      comment: 'The contract is what both sides promise: it knows neither, and no library but zod.',
      severity: 'error',
      from: { path: '^contract/', pathNot: test },
      to: { pathNot: ['^contract/', 'node_modules/zod/'] },
    },
    {
      name: 'server-and-web-meet-in-the-contract',
      comment: 'What both sides need belongs to contract/.',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    {
      name: 'no-zod-in-the-page',
      comment: 'The browser loads types, and of the contract what needs no zod: that would cost it 25 kB.',
      severity: 'error',
      from: { path: '^web/', pathNot: test },
      to: {
        path: ['^contract/', 'node_modules/zod/'],
        pathNot: '^contract/(call-paths|page-paths|preloaded-data|pictures|limits|fields\\.text)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-ground-knows-no-room',
      comment: 'Platform, database and ui serve every room: give them what they need as a parameter.',
      severity: 'error',
      from: { path: '^(server|web)/(platform|database|ui)/' },
      to: { path: `^(server|web)/(${rooms}|app)(/|\\.)` },
    },
    {
      name: 'ui-knows-no-router-and-no-server',
      comment:
        'A primitive could ship in a different product: links and data come as props. Only how pictures are named it knows.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: ['^web/(?!ui/)', '^contract/(?!pictures\\.ts$)', 'node_modules/(react-router|@tanstack)/'] },
    },
    {
      name: 'sql-lives-in-queries',
      comment: 'SQL stands in <room>.queries.ts or database/: add a named query there.',
      severity: 'error',
      from: { path: '^(server|scripts|demo)/', pathNot: ['\\.queries\\.ts$', '^server/(database|testing)/', test] },
      to: { path: ['node_modules/(kysely|pg)/', '^server/database/statement\\.ts$'] },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules decide from what they are given: contract, rules, texts, and the geometry of the Earth.',
      severity: 'error',
      from: { path: '^server/.*\\.rules\\.ts$' },
      to: {
        path: '^server/',
        pathNot: ['\\.(rules|text)\\.ts$', '^server/platform/geography\\.ts$', '^server/places/directory/'],
      },
    },
    {
      name: 'only-the-app-plugs-rooms-in',
      comment: 'Routes are plugged in by server/app.ts, in one readable list.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/app\\.ts$' },
      to: { path: '\\.routes\\.ts$' },
    },
    {
      name: 'only-the-app-shows-pages',
      comment: 'Pages are reached by their URL: link to one through contract/page-paths.ts.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/app/' },
      to: { path: 'Page\\.tsx$', pathNot: '^web/ui/' },
    },
    {
      name: 'a-server-room-is-entered-by-queries-rules-or-views',
      comment: 'Ask another room through its queries, rules, views or batches; its actions and texts are its own.',
      severity: 'error',
      from: { path: `^server/(${rooms})/`, pathNot: test },
      to: { path: `^server/(${rooms})/`, pathNot: ['^server/$1/', '\\.(queries|rules|views|batches)\\.ts$'] },
    },
    {
      name: 'a-web-room-is-entered-by-components-or-api',
      comment: 'Show another room’s components or use its calls; its texts and inner modules are its own.',
      severity: 'error',
      from: { path: `^web/(${rooms})/`, pathNot: test },
      to: { path: `^web/(${rooms})/`, pathNot: ['^web/$1/', '\\.api\\.ts$', '/[A-Z]\\w*\\.tsx$'] },
    },
    {
      name: 'readers-are-read-by-nobody',
      comment: 'feed, search and notifications read other rooms; what others need of them belongs to those rooms.',
      severity: 'error',
      from: {
        path: '^(server|web)/',
        pathNot: '^(server/app\\.ts|web/app/|(server|web)/(feed|search|notifications)/)',
      },
      to: { path: '^(server|web)/(feed|search|notifications)/' },
    },
    {
      name: 'no-drawers',
      comment: 'A file is named for what it holds: index, utils, helpers and their like hold everything.',
      severity: 'error',
      from: { path: '^(contract|server|web|scripts)/' },
      to: {
        path: '/(index|utils|helpers|common|misc|types|constants|manager|service)[.][^/]+$',
        pathNot: 'node_modules',
      },
    },
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.css$', '^dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
}
