import { CannotOpen, type SealContext, type Sealer } from './sealer.ts'

/** Whether one of the master keys opens it. If none does, it is lost with the key that sealed it. */
export function canOpen(sealer: Sealer, sealed: string, context: SealContext): boolean {
  try {
    sealer.open(sealed, context)
    return true
  } catch (error) {
    if (error instanceof CannotOpen) return false
    throw error
  }
}
