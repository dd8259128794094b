import type { Failure } from '../api/answer.ts'
import { toast } from './toasts.ts'

/** Shows why something failed. Nothing is shown to a member who closed the prompt for the password. */
export function toastFailure({ kind, message }: Failure): void {
  if (kind !== 'dismissed') toast(message, 'bad')
}
