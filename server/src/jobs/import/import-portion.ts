import type { ImportCounts, RefusedRow } from '@millrace/contract/guest-import'
import { targetText } from '@millrace/contract/import-columns'
import { faultPoint } from '#base/fault-point.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { setLocal } from '#db/set-local.ts'
import type { Sql } from '#db/sql.ts'
import { countryOf } from '#guests/identifiers/country-of.ts'
import { findHolders } from '#guests/identifiers/find-holders.ts'
import { recordMany } from '#guests/many/record-many.ts'
import { HoldersChanged, type ManyRecorded, type ManyRow } from '#guests/many/row.ts'
import { type ChangeParts, guestChanged } from '#runs/commands/guest-changed.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { JobRefused } from '../errors.ts'
import { finish, isStillOurs, type Leased, release } from '../lease.ts'
import { writeChanges } from './changes.ts'
import { dropClaims, readClaims, writeClaims } from './claims.ts'
import { readTarget, type Target } from './columns.ts'
import { csvRows, type FileRow, jsonRows, passLine, type RowsRead, type Window } from './file-rows.ts'
import { readHeader } from './header.ts'
import { actorOf, type ImportProgress, type ImportRequest, type ImportRow, notBegun } from './import-row.ts'
import { dropFile, readImport } from './imports.ts'
import { readRow } from './read-row.ts'
import { dropRefusals, writeRefusals } from './refusals.ts'
import { settleVisits } from './settle-visits.ts'
import type { Settling } from './settling.ts'
import { type Candidate, claimsOf, refusedRow, sortOut } from './sort-out.ts'
import { type UndoParts, undoPortion } from './undo-portion.ts'
import { type FilePlace, readWindow } from './window.ts'

export interface ImportParts extends ChangeParts, UndoParts {
  readonly database: Pick<Database, 'engine'>
}

/** Rows of the file; the guests among them stay locked until the portion is committed. */
const PORTION = 250

/**
 * One portion of an import, in one transaction: guests, refused rows and how far it is are committed together, so that
 * a row is imported once, whichever process dies. A trial does the same and takes back what it did to guests, so that it cannot
 * differ from the import.
 */
export async function importPortion(parts: ImportParts, leased: Leased): Promise<void> {
  try {
    await inTransaction(parts.database.engine, async tx => {
      if (!(await isStillOurs(tx, leased))) return
      // Functions of the database that record consent read it.
      await setLocal(tx, 'millrace.organisation_id', leased.organisationId)
      const { action } = leased.request as ImportRequest
      await (action === 'undo' ? undoPortion(tx, parts, leased) : readPortion(tx, parts, leased, action))
      faultPoint('import:written')
    })
    faultPoint('import:committed')
  } catch (error) {
    if (!isPassing(error)) throw error
    // Another request changed the same guests at that moment. Nothing was stored: the portion is done again.
    await release(parts.database.engine, leased, leased.progress as object, 0)
  }
}

const DEADLOCK = '40P01'
const isPassing = (error: unknown) =>
  error instanceof HoldersChanged || (error as { code?: string } | null)?.code === DEADLOCK

async function readPortion(
  tx: Sql,
  parts: ImportParts,
  leased: Leased,
  action: 'trial' | 'import',
): Promise<void> {
  const { organisationId } = leased
  const { import_id: importId } = leased.request as ImportRequest
  const place: FilePlace = { organisationId, importId }
  const stored = await readImport(tx, place)
  if (stored === undefined) throw new JobRefused('The import was deleted.')
  const before = { ...notBegun, ...(leased.progress as Partial<ImportProgress>) }
  if (before.names === null) return release(tx, leased, await begin(tx, place, stored), 0)

  const { bytes, isLast } = await nextBytes(tx, place, before.byte, stored)
  const read = rowsIn({ bytes, isLast, row: before.row }, before, stored)
  const targets = targetsOf(read.rows, before, stored)
  const organisation = (await parts.organisations.find(tx, [organisationId])).get(
    organisationId,
  ) as OrganisationFacts
  const settling = { place, stored, action, rows: read.rows, targets, organisation }
  const done = await (stored.settings.kind === 'visits'
    ? settleVisits(tx, settling)
    : settle(tx, parts, settling))
  const progress: ImportProgress = {
    ...before,
    byte: before.byte + read.bytes,
    row: before.row + read.passed,
    inside_line: read.insideLine ?? false,
    columns: stored.settings.format === 'csv' ? before.columns : namesOf(targets, before),
    counts: sum(before.counts, done),
  }
  if (progress.byte < stored.received) return release(tx, leased, progress, 0)
  await dropClaims(tx, place)
  if (action === 'import') await dropFile(tx, place)
  await finish(tx, leased, { status: 'done', result: progress.counts, progress })
}

/** What an earlier trial, or an import that was cancelled, has left is taken away with the start. */
async function begin(tx: Sql, place: FilePlace, stored: ImportRow): Promise<ImportProgress> {
  await dropClaims(tx, place)
  await dropRefusals(tx, place)
  const { bytes, isLast } = await nextBytes(tx, place, 0, stored)
  return { ...notBegun, ...readHeader(bytes, isLast, stored.settings) }
}

async function nextBytes(tx: Sql, place: FilePlace, from: number, { received }: ImportRow) {
  const window = await readWindow(tx, place, from, received)
  if (window.bytes.length === 0 && from < received)
    throw new JobRefused('The file was deleted after seven days. Create another import, and send it again.')
  return window
}

function rowsIn(window: Window, progress: ImportProgress, { settings }: ImportRow): RowsRead {
  if (progress.inside_line) return passLine(window)
  const encoding = settings.encoding ?? 'utf-8'
  if (settings.format === 'ndjson') return jsonRows(window, encoding, PORTION)
  const { delimiter } = progress
  return csvRows(window, { names: progress.names ?? [], delimiter, encoding }, PORTION)
}

function targetsOf(
  rows: readonly FileRow[],
  { columns }: ImportProgress,
  { settings }: ImportRow,
): Map<string, Target> {
  if (settings.format === 'csv')
    return new Map(Object.entries(columns).map(([name, text]) => [name, readTarget(text)]))
  const names = new Set(rows.flatMap(({ cells }) => [...cells.keys()]))
  return new Map(
    [...names].map(name => [
      name,
      readTarget(targetText(name, settings.columns ?? {}, settings.kind ?? 'guests')),
    ]),
  )
}

/** So many keys are listed; an object per line could have others in every line. */
const MOST_LISTED = 100

function namesOf(targets: ReadonlyMap<string, Target>, { columns }: ImportProgress): Record<string, string> {
  const listed: Record<string, string> = { ...columns }
  for (const [name, target] of targets) {
    if (Object.keys(listed).length >= MOST_LISTED) break
    listed[name.slice(0, 200).replaceAll('\0', '\ufffd').toWellFormed()] ??= textOf(target)
  }
  return listed
}

function textOf(target: Target): string {
  if (target.kind === 'external_id')
    return target.system === '' ? 'external_id' : `external_id.${target.system}`
  if (target.kind === 'parameter') return `parameters.${target.key}`
  if (target.kind !== 'attribute') return target.kind
  return `attributes.${target.key}${target.type === null ? '' : `:${target.type}`}`
}

async function settle(tx: Sql, parts: ImportParts, settling: Settling): Promise<ImportCounts> {
  const { place, stored, action, rows, targets, organisation } = settling
  const country = countryOf(organisation, [stored.settings.serial])
  const refused: RefusedRow[] = []
  const read: { from: FileRow; row: ManyRow }[] = []
  const rules = { targets, settings: stored.settings, country, now: Date.now() }
  for (const from of rows) {
    const reading =
      Object.keys(from.reasons).length > 0
        ? ({ kind: 'refused', reasons: from.reasons } as const)
        : readRow(from.cells, rules)
    if (reading.kind === 'refused') refused.push(refusedRow(from, reading.reasons))
    else read.push({ from, row: reading.row })
  }
  const candidates = await withHolders(tx, place.organisationId, read)
  const names = candidates.flatMap(({ holders }) => claimsOf(place.importId, holders).map(({ name }) => name))
  const earlier = names.length === 0 ? new Map() : await readClaims(tx, place, names)
  const sorted = sortOut(place.importId, candidates, earlier, targets)
  const recorded = await record(tx, parts, settling, sorted.accepted)
  await writeClaims(tx, place, sorted.claims)
  if (action === 'import') await writeChanges(tx, place, recorded)
  const changed = recorded.filter(isChanged).length
  const created = recorded.filter(one => one.created).length
  return {
    rows: rows.length,
    created,
    changed,
    unchanged: recorded.length - created - changed + sorted.repeated,
    refused: await writeRefusals(tx, place, [...refused, ...sorted.refused]),
    refusals_kept: recorded.reduce((total, { refusalsKept }) => total + refusalsKept, 0),
  }
}

const isChanged = ({ created, fields, added, points }: ManyRecorded) =>
  !created && (fields.length + added.length > 0 || points !== 0)

async function withHolders(
  tx: Sql,
  organisationId: string,
  read: readonly { from: FileRow; row: ManyRow }[],
): Promise<Candidate[]> {
  const holders = await findHolders(
    tx,
    organisationId,
    read.flatMap(({ row }) => row.identifiers),
  )
  let at = 0
  return read.map(one => {
    at += one.row.identifiers.length
    return { ...one, holders: holders.slice(at - one.row.identifiers.length, at) }
  })
}

async function record(
  tx: Sql,
  parts: ImportParts,
  { place: { organisationId }, stored, action }: Settling,
  accepted: readonly Candidate[],
): Promise<ManyRecorded[]> {
  if (accepted.length === 0) return []
  const outside = {
    organisationId,
    actor: actorOf(stored),
    consequences: guestChanged(parts, organisationId),
  }
  const rows = accepted.map(({ row }) => row)
  if (action === 'import') return recordMany(tx, outside, rows)
  await tx.query('SAVEPOINT trial')
  const recorded = await recordMany(tx, outside, rows)
  await tx.query('ROLLBACK TO SAVEPOINT trial')
  return recorded
}

const sum = (one: ImportCounts, other: ImportCounts): ImportCounts => ({
  rows: one.rows + other.rows,
  created: one.created + other.created,
  changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged,
  refused: one.refused + other.refused,
  refusals_kept: one.refusals_kept + other.refusals_kept,
})
