/** In development Vite serves the source file. */
const workerUrl = import.meta.env.DEV ? '/service-worker.ts' : '/service-worker.js'

/** Firefox runs modules as service workers since version 147; the built one is a plain script. */
const type = import.meta.env.DEV ? 'module' : 'classic'

export const registerServiceWorker = () => navigator.serviceWorker.register(workerUrl, { scope: '/', type })
