type Tone = 'good' | 'warn' | 'bad'

export interface Toast {
  readonly id: number
  readonly message: string
  readonly tone: Tone
  /** What takes it back. */
  readonly undo?: (() => void) | undefined
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
export function toast(message: string, tone: Tone, undo?: () => void): void {
  last++
  const id = last
  show([...shown.slice(-2), { id, message, tone, undo }])
  setTimeout(() => dismissToast(id), LIFETIME_MS)
}

export const dismissToast = (id: number): void => show(shown.filter(one => one.id !== id))
export const shownToasts = (): readonly Toast[] => shown
export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
