import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const outDir = join(import.meta.dirname, 'dist/web')

/** Writes `file.br` beside every text file, so that the server never compresses on request. */
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
          const packed = await compress(text, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
          })
          await writeFile(`${path}.br`, packed)
        }),
      )
    },
  }
}

/**
 * What people open by its address comes in one file, beside the app's and not after it: the page that names it is
 * `<name>.html`. A drawing that is the largest thing on the page is named too.
 */
const early: Record<string, { pages: RegExp; drawing?: RegExp }> = {
  login: { pages: /\/LoginPage\.tsx$/, drawing: /town-at-dusk/ },
  'place-and-profile': { pages: /\/(LocationPage|ProfilePage)\.tsx$/ },
}

function earlyPages(): Plugin {
  return {
    name: 'early-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const shell = bundle['index.html']
      if (shell?.type !== 'asset') return
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !early[chunk.name]) continue
        const { drawing } = early[chunk.name] ?? {}
        const { importedCss, importedAssets } = chunk.viteMetadata ?? {}
        const links = [
          `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`,
          ...[...(importedCss ?? [])].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
          ...[...(importedAssets ?? [])]
            .filter((file) => drawing?.test(file))
            .map((file) => `<link rel="preload" as="image" href="/${file}">`),
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

/** The service worker is a file of its own at the root, which its scope is, under a name that stays. */
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
    // What it cannot compile would be drawn anew each time and say nothing; a default in the pattern of the props is such a thing.
    react({ compiler: { panicThreshold: 'all_errors' } }),
    earlyPages(),
    serviceWorker(),
    brotli(),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The strict CSP allows no data: scripts or fonts, and drawings are better cached than copied into JavaScript.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the app starts with stays together, also what a later page uses too: few requests on the first load.
            { name: 'app', priority: 1, tags: ['$initial'], test: (file) => !file.endsWith('service-worker.ts') },
            // Each with all that it needs, so that no two files need each other.
            ...Object.entries(early).map(([name, { pages }]) => ({ name, test: pages })),
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' },
  },
})
