/**
 * The import rules, which dependency-cruiser checks in `npm test` (architecture.test.ts). The comment of each says where
 * the code belongs instead.
 */
const features =
  'auth|onboarding|feed|hashtags|posts|comments|spotted|stories|places|previews|events|users|search|notifications|settings|moderation|administration|registrations|announcements|legal-texts|media|chat|map'
const test = '\\.test\\.tsx?$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      comment: 'The contract is shared by server and web: it imports neither, and no library but zod.',
      severity: 'error',
      from: { path: '^contract/', pathNot: test },
      to: { pathNot: ['^contract/', 'node_modules/zod/'] },
    },
    {
      name: 'server-and-web-share-only-the-contract',
      comment: 'Code that both sides need belongs to contract/.',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    {
      name: 'no-zod-in-the-browser',
      comment: 'The web imports types, and only those contract files that do not import zod (25 kB).',
      severity: 'error',
      from: { path: '^web/', pathNot: test },
      to: {
        path: ['^contract/', 'node_modules/zod/'],
        pathNot:
          '^contract/(call-paths|generated-call-paths|town-label|place-kind-names|page-paths|preloaded-data|legal-text-version|looks-for-someone|feed-radius|map-box|map-period|text-parts|pictures|limits|token-scopes|reactions|fields\\.text)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'base-layer-imports-no-feature',
      comment: 'Platform, database and ui serve all features: pass them what they need as a parameter.',
      severity: 'error',
      from: { path: '^(server|web)/(platform|database|ui)/' },
      to: { path: `^(server|web)/(${features}|app|app-context)(/|\\.)` },
    },
    {
      name: 'ui-imports-no-router-and-no-api',
      comment:
        'A primitive gets links and data as props. Of the contract it imports only how pictures are named. Its tests share the fakes of the browser.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: {
        path: [
          '^web/(?!ui/|platform/testing/)',
          '^contract/(?!pictures\\.ts$)',
          'node_modules/(react-router|@tanstack)/',
        ],
      },
    },
    {
      name: 'sql-lives-in-queries',
      comment: 'SQL belongs to <feature>.queries.ts or database/: add a named query there.',
      severity: 'error',
      from: { path: '^(server|scripts|demo)/', pathNot: ['\\.queries\\.ts$', '^server/(database|testing)/', test] },
      to: { path: ['node_modules/pg/', '^server/database/statement\\.ts$'] },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules import only the contract, rules, texts and geography: everything else is a parameter.',
      severity: 'error',
      from: { path: '^server/.*\\.rules\\.ts$' },
      to: {
        path: '^server/',
        pathNot: ['\\.(rules|text)\\.ts$', '^server/platform/geography\\.ts$', '^server/places/directory/'],
      },
    },
    {
      name: 'only-the-app-imports-routes',
      comment: 'server/app.ts lists all routes.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/app\\.ts$' },
      to: { path: '\\.routes\\.ts$' },
    },
    {
      name: 'only-the-app-imports-pages',
      comment: 'Link to a page through contract/page-paths.ts.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/app/' },
      to: { path: 'Page\\.tsx$', pathNot: '^web/ui/' },
    },
    {
      name: 'server-features-share-queries-rules-views',
      comment: 'Import queries, rules or views of another feature; its actions and texts are private.',
      severity: 'error',
      from: { path: `^server/(${features})/`, pathNot: test },
      to: { path: `^server/(${features})/`, pathNot: ['^server/$1/', '\\.(queries|rules|views)\\.ts$'] },
    },
    {
      name: 'web-features-share-components-and-api',
      comment: 'Import components or the api of another feature; its texts and inner modules are private.',
      severity: 'error',
      from: { path: `^web/(${features})/`, pathNot: test },
      to: { path: `^web/(${features})/`, pathNot: ['^web/$1/', '\\.api\\.ts$', '/[A-Z]\\w*\\.tsx$'] },
    },
    {
      name: 'aggregators-are-not-imported',
      comment:
        'feed, hashtags, search and notifications read other features; what others need of them belongs to those features.',
      severity: 'error',
      from: {
        path: '^(server|web)/',
        pathNot: '^(server/app\\.ts|server/testing/|web/app/|(server|web)/(feed|hashtags|search|notifications)/)',
      },
      to: { path: '^(server|web)/(feed|hashtags|search|notifications)/' },
    },
    {
      name: 'server-imports-only-contract-server-demo',
      comment: 'Scripts, benchmarks, attacks and journeys use the server, not the other way round.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(scripts|bench|attack|e2e)/' },
    },
    {
      name: 'scripts-are-imported-by-scripts',
      comment: 'Shared code belongs to server/, demo/ or bench/.',
      severity: 'error',
      from: { pathNot: '^scripts/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'web-app-is-imported-by-no-feature',
      comment: 'web/app plugs the features together: what they share of it belongs to web/navigation/.',
      severity: 'error',
      from: { path: `^web/(${features}|ui|navigation)/` },
      to: { path: '^web/app/' },
    },
    {
      name: 'navigation-imports-no-feature',
      comment: 'web/navigation is a leaf that features import.',
      severity: 'error',
      from: { path: '^web/navigation/' },
      to: { path: `^web/(${features}|app)/` },
    },
    {
      name: 'no-grab-bags',
      comment: 'Name a file for what it holds: index, utils, helpers and the like hold anything.',
      severity: 'error',
      from: { path: '^(contract|server|web|scripts|demo|bench|attack|e2e)/' },
      to: {
        path: '/(index|utils|helpers|common|misc|types|constants|manager|service)[.][^/]+$',
        pathNot: 'node_modules',
      },
    },
    {
      name: 'no-cycles',
      comment: 'Move what both modules need to a third one. Types count as well.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The import does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.css$', '^dist/', '^server/testing/generated-client/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
}
