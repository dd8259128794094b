import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { addIdentifiers, type NewIdentifier } from './add-identifiers.ts'
import { findHolders, type Holder } from './find-holders.ts'
import { nameOf, type ReadIdentifier } from './identifier.ts'

/** A guest who is asked for by identifiers, in the order in which they are tried. */
export interface Sought {
  readonly identifiers: readonly ReadIdentifier[]
  /** Whether one is created if nobody has any of them. */
  readonly create: boolean
  readonly name?: string | null
}

export type Found =
  | { readonly kind: 'found'; readonly guestId: string; readonly by: ReadIdentifier }
  | { readonly kind: 'created'; readonly guestId: string }
  | { readonly kind: 'missing' }

/** More than enough: each further try needs another request that takes an identifier at exactly that moment. */
const MOST_TRIES = 20

/**
 * Finds guests, or creates them without consent. Two requests that ask for the same unknown guest at the same moment get
 * the same one: the identifiers are claimed before the guest is created, and a request that loses a claim looks again.
 */
export async function findOrCreate(
  tx: Sql,
  organisationId: string,
  sought: readonly Sought[],
): Promise<Found[]> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { found, created } = decide(sought, await holdersOf(tx, organisationId, sought))
    if (created.length === 0) return found
    if (await create(tx, organisationId, created)) return found
  }
  throw new Error('the identifiers of a guest were taken at every try')
}

interface Created {
  readonly guestId: string
  readonly name: string | null
  readonly identifiers: ReadIdentifier[]
}

/** What becomes of each, by who has the identifiers now. Pure. */
function decide(
  sought: readonly Sought[],
  holders: readonly (readonly Holder[])[],
): { found: Found[]; created: Created[] } {
  const created = new Map<string, Created>()
  const newHolder = new Map<string, string>()
  const found = sought.map((one, index): Found => {
    const known = holders[index] as readonly Holder[]
    for (const { identifier, guestId } of known) {
      const holder = guestId ?? newHolder.get(nameOf(identifier))
      if (holder !== undefined) return { kind: 'found', guestId: holder, by: identifier }
    }
    if (!one.create) return { kind: 'missing' }
    const guestId = newId()
    const identifiers = new Map(known.map(({ identifier }) => [nameOf(identifier), identifier]))
    for (const name of identifiers.keys()) newHolder.set(name, guestId)
    created.set(guestId, { guestId, name: one.name ?? null, identifiers: [...identifiers.values()] })
    return { kind: 'created', guestId }
  })
  return { found, created: [...created.values()] }
}

async function holdersOf(tx: Sql, organisationId: string, sought: readonly Sought[]): Promise<Holder[][]> {
  const holders = await findHolders(
    tx,
    organisationId,
    sought.flatMap(({ identifiers }) => identifiers),
  )
  let from = 0
  return sought.map(({ identifiers }) => {
    from += identifiers.length
    return holders.slice(from - identifiers.length, from)
  })
}

/** False: another request has taken one of the identifiers meanwhile, and nothing was created. */
async function create(tx: Sql, organisationId: string, created: readonly Created[]): Promise<boolean> {
  const claimed: NewIdentifier[] = created.flatMap(({ guestId, identifiers }) =>
    identifiers.map(identifier => ({ identifier, guestId })),
  )
  await tx.query('SAVEPOINT nobody_created')
  if ((await addIdentifiers(tx, organisationId, claimed)) < claimed.length) {
    await tx.query('ROLLBACK TO SAVEPOINT nobody_created')
    return false
  }
  const first = (type: ReadIdentifier['type']) =>
    created.map(
      ({ identifiers }) => identifiers.find(one => one.type === type && one.system === '')?.value ?? null,
    )
  await tx.query(
    `INSERT INTO guests (organisation_id, id, name, email, phone, external_id)
     SELECT $1, g.* FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[]) AS g`,
    [
      organisationId,
      created.map(({ guestId }) => guestId),
      created.map(({ name }) => name),
      first('email'),
      first('phone'),
      first('external_id'),
    ],
  )
  return true
}
