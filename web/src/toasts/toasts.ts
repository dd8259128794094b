type Tone = 'good' | 'warn' | 'bad'

export interface Toast {
  readonly id: number
  readonly message: string
  readonly tone: Tone
}

const LIFETIME_MS = 6_000
let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** A short notice. What must be read belongs in the page. */
export function toast(message: string, tone: Tone): void {
  last++
  const id = last
  show([...shown.slice(-2), { id, message, tone }])
  setTimeout(() => dismissToast(id), LIFETIME_MS)
}

export const dismissToast = (id: number): void => show(shown.filter(one => one.id !== id))
export const shownToasts = (): readonly Toast[] => shown
export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
