import { isSecretName } from '@millrace/contract/node'
import { Refusal } from '../../refusal.ts'

/** The name in an address. */
export function requireSecretName(text: string): string {
  if (isSecretName(text)) return text
  throw new Refusal('validation_failed', {
    errors: {
      name: [
        'The name of a secret has lowercase letters, digits and underscores, begins with a letter, and has at most 50 characters.',
      ],
    },
  })
}
