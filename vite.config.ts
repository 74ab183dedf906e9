import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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
        (entry) => entry.isFile() && /\.(js|css|svg|html|json|webmanifest)$/.test(entry.name),
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

/**
 * Pages that are often opened by their address. Each group is one chunk, preloaded by an HTML file of its own
 * (`<name>.html`), so that it loads beside the app and not after it. `drawing` is the largest picture of the page.
 * Only the login preloads fonts: it is where a first visit begins, before the browser has them in its cache
 * (web/ui/fonts.css), and it has no photo to compete with.
 */
const entryPages: Record<string, { pages: RegExp; drawing?: RegExp; shouldPreloadFonts?: boolean }> = {
  login: { pages: /\/LoginPage\.tsx$/, drawing: /town-at-dusk/, shouldPreloadFonts: true },
  post: { pages: /\/PostPage\.tsx$/ },
  'place-and-profile': { pages: /\/(LocationPage|ProfilePage)\.tsx$/ },
}

function entryPagesHtml(): Plugin {
  return {
    name: 'entry-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const shell = bundle['index.html']
      if (shell?.type !== 'asset') return
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !entryPages[chunk.name]) continue
        const { drawing, shouldPreloadFonts } = entryPages[chunk.name] ?? {}
        const fonts = shouldPreloadFonts ? Object.keys(bundle).filter((file) => file.endsWith('.woff2')) : []
        const { importedCss, importedAssets } = chunk.viteMetadata ?? {}
        const links = [
          `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`,
          ...[...(importedCss ?? [])].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
          ...[...(importedAssets ?? [])]
            .filter((file) => drawing?.test(file))
            .map((file) => `<link rel="preload" as="image" href="/${file}">`),
          ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
        ]
        this.emitFile({
          type: 'asset',
          fileName: `${chunk.name}.html`,
          source: String(shell.source).replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`),
        })
      }
    },
  }
}

/** Emits the service worker as a file of its own: at the root, which is its scope, and under a fixed name. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: join(import.meta.dirname, 'web/service-worker.ts'),
        fileName: 'service-worker.js',
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
    target: 'baseline-widely-available',
    // The strict CSP allows no data: URLs for scripts and fonts, and drawings are better cached than inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Everything for the start is one chunk, also what later pages share: few requests on the first load.
            { name: 'app', priority: 1, tags: ['$initial'], test: (file) => !file.endsWith('service-worker.ts') },
            // Each group with its own dependencies, so that no two chunks import each other.
            ...Object.entries(entryPages).map(([name, { pages }]) => ({ name, test: pages })),
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' },
  },
})
