/** In development Vite serves it as it is written. */
const workerUrl = import.meta.env.DEV ? '/service-worker.ts' : '/service-worker.js'

export const registerServiceWorker = () => navigator.serviceWorker.register(workerUrl, { scope: '/', type: 'module' })
