import type { Failure } from '../api/answer.ts'
import { toast } from './toasts.ts'

/** Says why something was not done. Nothing is said to a member who closed the question for the password. */
export function toastFailure({ kind, message }: Failure): void {
  if (kind !== 'dismissed') toast(message, 'bad')
}
