import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
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
      const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|svg|html|json|webmanifest)$/.test(entry.name))
      await Promise.all(
        texts.map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          const text = await readFile(path)
          const packed = await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
          await writeFile(`${path}.br`, packed)
        }),
      )
    },
  }
}

/** Fonts are named in CSS, which the browser reads late: the page asks for them at once. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** The service worker is a file of its own at the root, which its scope is, under a name that stays. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(import.meta.dirname, 'web/service-worker.ts'), fileName: 'service-worker.js' })
    },
  }
}

export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), preloadFonts(), serviceWorker(), brotli()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The strict CSP allows no data: scripts or fonts, and drawings are better cached than copied into JavaScript.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the app starts with stays together, also what a later page uses too: few requests on the first load.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'], test: (file) => !file.endsWith('service-worker.ts') }] } } },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' },
  },
})
