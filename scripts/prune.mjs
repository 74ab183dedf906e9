// `npm run build -- --prune`: deletes what only building needs, 270 of 690 MB. The next build installs it again.
import fs from 'node:fs'
import path from 'node:path'
import { npm, prunedMark, root } from './setup.mjs'

/** The dependencies that the web app and the build need, and nothing that runs afterwards. */
export const buildOnly = [
  '@base-ui/react',
  '@dnd-kit/core',
  '@dnd-kit/sortable',
  '@fontsource-variable/instrument-sans',
  '@fontsource/bricolage-grotesque',
  '@maplibre/geojson-vt',
  '@simplewebauthn/browser',
  '@tanstack/react-query',
  '@vitejs/plugin-react',
  'idb-keyval',
  'lean-qr',
  'lucide-react',
  'mapeo-offline-map',
  'maplibre-gl',
  'oxc-transform-react',
  'react',
  'react-dom',
  'react-easy-crop',
  'react-router',
  'topojson-client',
  'vite',
  'world-atlas',
  'yet-another-react-lightbox',
]

/** Node's own headers are for compiling. */
const nodeHeaders = ['include', 'share']

/** Deletes them with what only they need. A server may be running from the rest. */
export function prune() {
  npm(['uninstall', '--no-save', '--omit=dev', ...buildOnly])
  for (const name of fs.readdirSync(path.join(root, 'node_modules')).filter((one) => /^node-\w+-\w+$/.test(one)))
    for (const folder of nodeHeaders)
      fs.rmSync(path.join(root, 'node_modules', name, folder), { recursive: true, force: true })
  fs.writeFileSync(prunedMark, '')
}
