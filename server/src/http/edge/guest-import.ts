import { fitsKind, type GuestImportRequest, targetPattern } from '@millrace/contract/guest-import'
import type { Sql } from '#db/sql.ts'
import { JobRefused } from '#jobs/errors.ts'
import type { ImportRow } from '#jobs/import/import-row.ts'
import { createImport } from '#jobs/import/imports.ts'
import type { OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { addFault } from './faults.ts'

/** A clock that is a little fast is not the future. */
const FAST_CLOCK_MS = 60_000

/** What a schema cannot say: what is right in a file of guests need not be in a file of visits. */
export function importFaults(body: unknown, faults: Faults): void {
  const { kind, source, columns, consent } = (body ?? {}) as Partial<GuestImportRequest>
  const isVisits = kind === 'visits'
  const at = consent?.at
  if (typeof at === 'string' && Date.parse(at) > Date.now() + FAST_CLOCK_MS)
    addFault(faults, 'consent.at', 'must not be in the future')
  if (isVisits && !source) addFault(faults, 'source', 'is required for visits')
  if (!isVisits && source) addFault(faults, 'source', 'is only for visits')
  if (columns === null || typeof columns !== 'object') return
  const known = new RegExp(targetPattern)
  for (const [column, target] of Object.entries(columns)) {
    if (typeof target === 'string' && known.test(target) && !fitsKind(target, kind ?? 'guests'))
      addFault(
        faults,
        `columns.${column}`,
        `${target} is not for a file of ${isVisits ? 'visits' : 'guests'}`,
      )
  }
}

/** Creates an import whose venue and source exist. */
export async function prepareImport(
  tx: Sql,
  { organisations }: { readonly organisations: OrganisationFactsCache },
  organisationId: string,
  body: GuestImportRequest,
  actor: string,
): Promise<ImportRow> {
  const facts = (await organisations.find(tx, [organisationId])).get(organisationId)
  const errors: Faults = {}
  if (body.serial != null && !facts?.venues.has(body.serial))
    addFault(errors, 'serial', 'is not a venue of the organisation')
  if (body.kind === 'visits' && !facts?.meanings.has(body.source ?? ''))
    addFault(errors, 'source', 'is not declared: say first what its events are, such as visits')
  if (Object.keys(errors).length > 0) throw new Refusal('validation_failed', { errors })
  return createImport(tx, organisationId, body, actor)
}

/** The bytes of a part. */
export function contentOf(content: string): Buffer {
  const bytes = Buffer.from(content, 'base64')
  // What is no base64 is left out when it is decoded.
  if (bytes.toString('base64') !== content)
    throw new Refusal('validation_failed', { errors: { content: ['must be base64, with its padding'] } })
  return bytes
}

/** What an import was asked for; a sentence of the job says why it cannot be. */
export async function changed(change: Promise<ImportRow | undefined>): Promise<ImportRow> {
  try {
    const row = await change
    if (row === undefined) throw new Refusal('import_not_found')
    return row
  } catch (error) {
    throw error instanceof JobRefused ? new Refusal('import_refused', { message: error.message }) : error
  }
}
