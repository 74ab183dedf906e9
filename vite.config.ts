import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import oldestBrowsers from './web/oldest-browsers.json' with { type: 'json' }

const outDir = join(import.meta.dirname, 'dist/web')

/** Writes `file.br` beside every text file, so that the server never compresses a request. */
function brotli(): Plugin {
  const compress = promisify(brotliCompress)
  return {
    name: 'brotli',
    apply: 'build',
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const texts = entries.filter(
        (entry) => entry.isFile() && /\.(m?js|css|svg|html|json|webmanifest)$/.test(entry.name),
      )
      await Promise.all(
        texts.map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          const text = await readFile(path)
          const compressed = await compress(text, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
          })
          await writeFile(`${path}.br`, compressed)
        }),
      )
    },
  }
}

type Chunk = Rolldown.OutputChunk
type EntryPage = { module: RegExp; drawing?: RegExp }

/**
 * Pages that are often opened by their address. Each is one chunk, preloaded with its imports by an HTML file of its own
 * (`<name>.html`), so that it loads beside the app and not after it. `drawing` is the largest picture of the page.
 */
const entryPages: Record<string, EntryPage> = {
  login: { module: /\/LoginPage\.tsx$/, drawing: /town-at-dusk/ },
  post: { module: /\/PostPage\.tsx$/ },
  profile: { module: /\/ProfilePage\.tsx$/ },
  place: { module: /\/LocationPage\.tsx$/ },
  legal: { module: /\/LegalTextPage\.tsx$/ },
}

function entryPagesHtml(): Plugin {
  return {
    name: 'entry-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const shell = bundle['index.html']
      if (shell?.type !== 'asset') return
      // A font that is not there before the first paint is not shown until the next visit (web/ui/fonts.css).
      const html = String(shell.source).replace('</head>', () => `  ${fontLinks(bundle).join('\n    ')}\n  </head>`)
      shell.source = html
      for (const [name, page] of Object.entries(entryPages)) {
        const links = preloadLinks(bundle, page, html).join('\n    ')
        // Last in the head: the page's rules follow those of the app.
        const source = html.replace('</head>', () => `  ${links}\n  </head>`)
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
      }
    },
  }
}

const fontLinks = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle)
    .filter(({ fileName }) => /-italian-[^/]*\.woff2$/.test(fileName))
    .map(({ fileName }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fileName}">`)

/** Returns all that the chunk imports, and last itself. */
function withImports(chunk: Chunk, chunks: Chunk[], seen = new Set<Chunk>()): Chunk[] {
  if (seen.has(chunk)) return []
  seen.add(chunk)
  const imports = chunks.filter(({ fileName }) => chunk.imports.includes(fileName))
  return [...imports.flatMap((imported) => withImports(imported, chunks, seen)), chunk]
}

/** @param html of the app, whose own chunks are not repeated. */
function preloadLinks(bundle: Rolldown.OutputBundle, page: EntryPage, html: string): string[] {
  const outputs = Object.values(bundle)
  const chunks = outputs.filter((output) => output.type === 'chunk').filter(({ fileName }) => !html.includes(fileName))
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => page.module.test(id)))
  const loaded = own ? withImports(own, chunks) : []
  const styles = loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const assets = loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedAssets ?? [])])
  return [
    ...assets
      .filter((file) => page.drawing?.test(file))
      .map((file) => `<link rel="preload" as="image" href="/${file}" fetchpriority="high">`),
    ...loaded.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ]
}

const target = Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`)

/**
 * Builds the service worker by itself, as a plain script, which old browsers need: at the root, which is its scope, and
 * under a fixed name.
 */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          outDir,
          emptyOutDir: false,
          target,
          rolldownOptions: {
            input: join(import.meta.dirname, 'web/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      })
    },
  }
}

export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [
    // Fail on what the compiler cannot handle, for example defaults in destructured props: it would skip the component
    // silently.
    react({ compiler: { panicThreshold: 'all_errors' } }),
    entryPagesHtml(),
    serviceWorker(),
    brotli(),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target,
    // The strict CSP allows no data: URLs for scripts and fonts, and drawings are better cached than inlined.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Scripts that load on demand have no preload links: WebKit keeps one that failed, even over a reload.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    // MapLibre is 1.1 MB; web/budget.json holds what is loaded.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Everything for the start is one chunk, also what later pages share: few requests on the first load.
            { name: 'app', priority: 1, tags: ['$initial'] },
            // Code that at least 15 chunks share, so that none of them loads a page's chunk for it. With 8 the login
            // would load 20 kB, with 15 it loads 11 kB (brotli).
            { name: 'shared', minShareCount: 15 },
            // Each with its own dependencies, so that no two chunks import each other.
            ...Object.entries(entryPages).map(([name, { module }]) => ({ name, test: module })),
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/media', '/map/ground.json', '/map/tiles'].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
})
