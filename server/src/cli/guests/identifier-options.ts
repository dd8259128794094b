import type { GivenIdentifier } from '@millrace/client/source'
import type { Options, Values } from '../command/command.ts'
import { wrongUsage } from '../terminal/failure.ts'

/** What a guest is known by, for every command about one guest. */
export const identifierOptions = {
  externalId: { value: 'ID', about: 'the id of the guest in your system, or in the one of --system' },
  system: { value: 'SYSTEM', about: 'whose id --external-id is, such as toast (default: your own)' },
  email: { value: 'ADDRESS', about: 'an e-mail address of the guest' },
  phone: { value: 'NUMBER', about: 'a phone number of the guest' },
} as const satisfies Options

/** In the order in which they are tried: the ids of systems are exact, and families share phones. */
export function identifiersOf(values: Values<typeof identifierOptions>): GivenIdentifier[] {
  const { externalId, system, email, phone } = values
  if (system !== undefined && externalId === undefined) throw wrongUsage('--system needs --external-id.')
  const identifiers: GivenIdentifier[] = [
    ...(externalId === undefined
      ? []
      : [{ type: 'external_id' as const, value: externalId, system: system ?? null }]),
    ...(email === undefined ? [] : [{ type: 'email' as const, value: email }]),
    ...(phone === undefined ? [] : [{ type: 'phone' as const, value: phone }]),
  ]
  if (identifiers.length === 0) throw wrongUsage('Give --external-id, --email or --phone.')
  return identifiers
}
