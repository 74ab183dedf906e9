import { createEmitter } from './emitter.ts'

export type Toast = { id: number; text: string; tone: 'plain' | 'danger' }

const shownMs = 4500
let toasts: readonly Toast[] = []
let lastId = 0
const changes = createEmitter()

function set(next: readonly Toast[]) {
  toasts = next
  changes.emit()
}

/** Shows a short message for a few seconds. Repeating a text does not show it twice. */
export function showToast(text: string, tone: Toast['tone'] = 'plain') {
  const id = ++lastId
  set([...toasts.filter((toast) => toast.text !== text).slice(-1), { id, text, tone }])
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), shownMs)
}

export const toastStore = {
  subscribe: changes.subscribe,
  current: () => toasts,
}
