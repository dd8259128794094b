import type { Provider } from '@millrace/contract/provider'
import { storedId } from '#base/ids.ts'
import type { ProviderResult } from '#organisations/providers/change.ts'
import { Refusal } from '../../refusal.ts'

/** The provider after a change, or the refusal of the change. */
export function changedProvider(result: ProviderResult): Provider {
  switch (result.kind) {
    case 'done':
      return result.provider
    case 'faults':
      throw new Refusal('validation_failed', { errors: result.faults })
    case 'not_found':
      throw new Refusal('provider_not_found')
    case 'too_many':
      throw new Refusal('too_many_providers')
  }
}

export function providerId(text: string): string {
  const id = storedId(text)
  if (id === undefined) throw new Refusal('provider_not_found')
  return id
}
