// `npm run build`: installs and builds, for a service that starts the server by itself.
import { build, install } from './setup.mjs'

install()
await build()
