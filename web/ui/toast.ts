export type Toast = { id: number; text: string; tone: 'plain' | 'danger' }

const timeOnScreen = 4500
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says something in passing. The same words twice are said once. */
export function showToast(text: string, tone: Toast['tone'] = 'plain') {
  const id = ++lastId
  set([...toasts.filter((toast) => toast.text !== text).slice(-1), { id, text, tone }])
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), timeOnScreen)
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  current: () => toasts,
}
