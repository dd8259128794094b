import { useLive } from '../api/use-live.ts'
import { useSignedIn } from '../session/use-session.ts'

/** One connection for all pages of a tab. It shows nothing. */
export function LiveUpdates() {
  useLive(useSignedIn().organisation.id)
  return null
}
