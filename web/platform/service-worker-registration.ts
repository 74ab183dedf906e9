/** In development Vite serves the source file. */
const workerUrl = import.meta.env.DEV ? '/service-worker.ts' : '/service-worker.js'

export const registerServiceWorker = () => navigator.serviceWorker.register(workerUrl, { scope: '/', type: 'module' })
