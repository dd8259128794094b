import type { GivenIdentifier } from '@millrace/contract/identifier'
import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { countryOf } from '#guests/identifiers/country-of.ts'
import { type ReadIdentifier, readIdentifier } from '#guests/identifiers/identifier.ts'
import { listGuests } from '#guests/list-guests.ts'
import { bind, type Request } from '../bind.ts'
import { addFault } from '../edge/faults.ts'
import { pageAnswer, pageRequest } from '../edge/page.ts'
import { unstorableFaults } from '../edge/parameter-faults.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { organisationFacts } from './guests/outside.ts'

type Query = Request<typeof v1.listGuests>['query']

export default bind(v1.listGuests, parts => async request => {
  const { organisationId } = request.identity
  const page = pageRequest(parts, 'guests', request.query)
  const rows = await inTenant(parts.database, organisationId, async tx => {
    const country = countryOf(await organisationFacts(parts, tx, organisationId), [])
    return listGuests(tx, organisationId, {
      identifiers: identifiersIn(request.query, country),
      seenAt: request.identity.serials,
      after: page.after,
      limit: page.limit + 1,
    })
  })
  const list = { list: 'guests', page, path: v1.listGuests.path, query: request.query }
  return pageAnswer(parts, list, rows, guest => guest.id)
})

function identifiersIn(
  { external_id, system, email, phone }: Query,
  country: string | null,
): ReadIdentifier[] {
  const faults: Faults = {}
  if (system !== undefined && external_id === undefined)
    addFault(faults, 'external_id', 'is required with system')
  // A plus in a query means a space, so that is what arrives when it was not encoded.
  const given: Record<string, Omit<GivenIdentifier, 'type'> | undefined> = {
    external_id: external_id === undefined ? undefined : { value: external_id, system: system ?? null },
    email: email === undefined ? undefined : { value: email },
    phone: phone === undefined ? undefined : { value: phone.replace(/^ (?=\d)/, '+') },
  }
  const read = Object.entries(given).flatMap(([field, one]) => {
    if (one === undefined) return []
    unstorableFaults(one.value, field, faults)
    const reading = readIdentifier({ ...one, type: field as GivenIdentifier['type'] }, country)
    if (reading.kind === 'read') return [reading.identifier]
    addFault(faults, field, reading.sentence)
    return []
  })
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
  return read
}
