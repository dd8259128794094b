import type { Consent } from '@millrace/contract/guest'
import type { GivenIdentifier } from '@millrace/contract/identifier'
import { CLICK_COUNTING, type Topic, type TopicStatements } from '@millrace/contract/topic'
import { readPhone } from '#channels/sms/read-phone.ts'
import { phoneFaults, type ReadIdentifier, readIdentifier } from '#guests/identifiers/identifier.ts'
import { addFault } from '../../edge/faults.ts'
import type { Faults } from '../../refusal.ts'

/** What a sender wrote as identifiers, read. What cannot be read is a fault at its field. */
export function readIdentifiers(
  given: readonly GivenIdentifier[] | null | undefined,
  path: string,
  country: string | null,
  faults: Faults,
): ReadIdentifier[] {
  return (given ?? []).flatMap((one, index) => {
    const reading = readIdentifier(one, country)
    if (reading.kind === 'read') return [reading.identifier]
    addFault(faults, `${path}.${index}.${reading.field}`, reading.sentence)
    return []
  })
}

/** The same for a phone number that stands alone. */
export function readPhoneField(
  text: string | null | undefined,
  country: string | null,
  faults: Faults,
): string | null | undefined {
  if (text === null || text === undefined) return text
  const phone = readPhone(text, country)
  if (phone.kind === 'read') return phone.phone
  addFault(faults, 'phone', phoneFaults[phone.kind])
  return undefined
}

/** What a schema cannot say: a consent can be shown, and nobody agrees in the future. */
export function consentFaults(consent: Consent | null | undefined, faults: Faults): void {
  for (const channel of ['email', 'sms'] as const) {
    const statement = consent?.[channel]
    if (!statement) continue
    const path = `consent.${channel}`
    refuseFuture(statement, path, faults)
    if (!statement.given) continue
    if (!statement.where) addFault(faults, `${path}.where`, 'is required for a consent: where it was given')
    if (!statement.words)
      addFault(faults, `${path}.words`, 'is required for a consent: what the guest agreed to')
  }
}

/** The same for topics, which the organisation lists. */
export function topicFaults(
  stated: TopicStatements | null | undefined,
  topics: readonly Topic[] = [],
  faults: Faults,
): void {
  const known = [...topics.map(({ id }) => id), CLICK_COUNTING]
  for (const [id, statement] of Object.entries(stated ?? {})) {
    const path = `topics.${id}`
    if (known.includes(id)) refuseFuture(statement, path, faults)
    else addFault(faults, path, `must be one of: ${known.join(', ')}`)
  }
}

function refuseFuture({ at }: { readonly at: string }, path: string, faults: Faults): void {
  // A minute, for a clock that is a little fast.
  if (Date.parse(at) > Date.now() + 60_000) addFault(faults, `${path}.at`, 'must not be in the future')
}
