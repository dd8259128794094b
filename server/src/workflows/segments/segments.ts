import type { Condition } from '@millrace/contract/condition'
import { conditionInWords } from '@millrace/contract/condition/in-words'
import { MOST_SEGMENTS, type Segment, type SegmentPreview, type SegmentUse } from '@millrace/contract/segment'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Fault } from '../validation/fault.ts'
import { expandSegments, referredIn } from './expand-segments.ts'
import { countMatching, listMatching } from './members.ts'
import { segmentFaults } from './segment-faults.ts'
import { lockSegments, readSegments, type SegmentRow } from './segment-row.ts'
import { readUses } from './segment-uses.ts'

/** What was given has faults, each at its field. */
export class InvalidSegment extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super('The segment has faults.')
    this.faults = faults
  }
}

/** It cannot be deleted while something refers to it. */
export class SegmentInUse extends Error {
  readonly uses: readonly SegmentUse[]

  constructor(name: string, uses: readonly SegmentUse[]) {
    const named = uses.map(use => `the ${use.type} "${use.name}"`)
    super(`"${name}" is used by ${named.join(', ')}. Remove it there first.`)
    this.uses = uses
  }
}

/** All segments with who uses them, by name. */
export async function listSegments(tx: Sql, organisationId: string): Promise<Segment[]> {
  const rows = await readSegments(tx, organisationId)
  const uses = await readUses(tx, organisationId, rows)
  return rows.map(row => toSegment(row, rows, uses.get(row.id) ?? []))
}

/** undefined: there is no such segment. */
export async function readSegment(tx: Sql, organisationId: string, id: string): Promise<Segment | undefined> {
  return (await listSegments(tx, organisationId)).find(segment => segment.id === id)
}

const toSegment = (row: SegmentRow, all: readonly SegmentRow[], usedBy: readonly SegmentUse[]): Segment => ({
  id: row.id,
  name: row.name,
  description: row.description,
  condition: row.condition,
  sentence: conditionInWords(row.condition, { segments: namesOf(all) }),
  members: row.members,
  is_counting: row.counted_revision !== row.revision,
  counted_at: row.counted_at?.toISOString() ?? null,
  used_by: [...usedBy],
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const namesOf = (rows: readonly SegmentRow[]) => new Map(rows.map(({ id, name }) => [id, name]))
const byId = (rows: readonly SegmentRow[]) => new Map(rows.map(row => [row.id, row]))

/** The conditions of all segments, for those that refer to others. */
export const conditionsOf = (rows: readonly SegmentRow[]) =>
  new Map(rows.map(({ id, condition }) => [id, condition]))

export interface SegmentToSave {
  readonly name: string
  readonly description?: string | null | undefined
  /** As it was given: it is checked here. */
  readonly condition: unknown
}

/** Throws InvalidSegment. */
export async function createSegment(
  tx: Sql,
  organisationId: string,
  { name, description = null, condition }: SegmentToSave,
  actor: string,
): Promise<Segment> {
  const known = await lockSegments(tx, organisationId)
  const faults = [
    ...nameFaults(name, known),
    ...segmentFaults(condition, 'condition', { id: undefined, name, known: byId(known) }),
  ]
  if (known.length >= MOST_SEGMENTS)
    faults.push({ path: 'name', message: `There are ${MOST_SEGMENTS} segments already. Delete one first.` })
  if (faults.length > 0) throw new InvalidSegment(faults)
  const id = newId()
  await tx.query(
    `INSERT INTO segments (organisation_id, id, name, description, condition, created_by) VALUES ($1, $2, $3, $4, $5, $6)`,
    [organisationId, id, name.trim(), description, JSON.stringify(condition), actor],
  )
  // What happened before is in the first count.
  await tx.query(
    'INSERT INTO segment_progress (organisation_id, event_id) VALUES ($1, uuid_floor(now())) ON CONFLICT DO NOTHING',
    [organisationId],
  )
  await recordAudit(tx, organisationId, { actor, action: 'segment.created', subject: id, detail: { name } })
  return (await readSegment(tx, organisationId, id)) as Segment
}

/** undefined: there is no such segment. Throws InvalidSegment. */
export async function changeSegment(
  tx: Sql,
  { organisationId, segmentId: id }: { readonly organisationId: string; readonly segmentId: string },
  change: Partial<SegmentToSave>,
  actor: string,
): Promise<Segment | undefined> {
  const known = await lockSegments(tx, organisationId)
  const before = known.find(row => row.id === id)
  if (before === undefined) return undefined
  const { name = before.name, description = before.description, condition = before.condition } = change
  const others = known.filter(row => row.id !== id)
  const faults = [
    ...nameFaults(name, others),
    ...segmentFaults(condition, 'condition', { id, name, known: byId(known) }),
  ]
  if (faults.length > 0) throw new InvalidSegment(faults)
  await tx.query(
    `UPDATE segments SET name = $3, description = $4, condition = $5, updated_at = now()
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id, name.trim(), description, JSON.stringify(condition)],
  )
  if (change.condition !== undefined) await countAgain(tx, organisationId, [id, ...dependentsOf(id, known)])
  await recordAudit(tx, organisationId, { actor, action: 'segment.changed', subject: id, detail: { name } })
  return readSegment(tx, organisationId, id)
}

/** undefined: there is no such segment. Throws SegmentInUse. */
export async function deleteSegment(
  tx: Sql,
  { organisationId, segmentId: id }: { readonly organisationId: string; readonly segmentId: string },
  actor: string,
): Promise<{ name: string } | undefined> {
  const known = await lockSegments(tx, organisationId)
  const segment = known.find(row => row.id === id)
  if (segment === undefined) return undefined
  const { name } = segment
  const uses = (await readUses(tx, organisationId, known)).get(id) ?? []
  if (uses.length > 0) throw new SegmentInUse(name, uses)
  await tx.query('DELETE FROM segment_members WHERE organisation_id = $1 AND segment_id = $2', [
    organisationId,
    id,
  ])
  await tx.query('DELETE FROM segments WHERE organisation_id = $1 AND id = $2', [organisationId, id])
  if (known.length === 1)
    await tx.query('DELETE FROM segment_progress WHERE organisation_id = $1', [organisationId])
  await recordAudit(tx, organisationId, { actor, action: 'segment.deleted', subject: id, detail: { name } })
  return { name }
}

const SAMPLE = 10

/** Who is in a segment with this condition, before it is saved. Throws InvalidSegment. */
export async function previewSegment(
  tx: Sql,
  organisationId: string,
  condition: unknown,
  id?: string,
): Promise<SegmentPreview> {
  const known = await readSegments(tx, organisationId)
  const name = known.find(row => row.id === id)?.name ?? 'This segment'
  const faults = segmentFaults(condition, 'condition', { id, name, known: byId(known) })
  if (faults.length > 0) throw new InvalidSegment(faults)
  const expanded = expandSegments(condition as Condition, conditionsOf(known))
  return {
    members: await countMatching(tx, organisationId, expanded),
    sample: await sampleOf(tx, organisationId, expanded),
    sentence: conditionInWords(condition as Condition, { segments: namesOf(known) }),
  }
}

async function sampleOf(
  tx: Sql,
  organisationId: string,
  condition: Condition,
): Promise<SegmentPreview['sample']> {
  const ids = await listMatching(tx, organisationId, condition, { after: null, limit: SAMPLE })
  const { rows } = await tx.query<{ id: string; name: string | null }>(
    'SELECT id, name FROM guests WHERE organisation_id = $1 AND id = ANY($2) ORDER BY id',
    [organisationId, ids],
  )
  return rows
}

function nameFaults(name: string, others: readonly SegmentRow[]): Fault[] {
  const key = name.trim().toLowerCase()
  if (key === '') return [{ path: 'name', message: 'Give the segment a name.' }]
  const taken = others.some(other => other.name.toLowerCase() === key)
  return taken ? [{ path: 'name', message: `There is a segment "${name.trim()}" already.` }] : []
}

/** The segments that refer to this one, also by way of others. */
function dependentsOf(id: string, known: readonly SegmentRow[], found: Set<string> = new Set()): string[] {
  for (const row of known) {
    if (found.has(row.id) || !referredIn(row.condition).includes(id)) continue
    found.add(row.id)
    dependentsOf(row.id, known, found)
  }
  return [...found]
}

async function countAgain(tx: Sql, organisationId: string, ids: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE segments SET revision = revision + 1, due_at = now(), counted_up_to = NULL
     WHERE organisation_id = $1 AND id = ANY($2)`,
    [organisationId, ids],
  )
}

/**
 * Considers all guests of an organisation soon: something changed what is known about many of them. Who belongs to a segment
 * by that was found in it, and starts nothing.
 */
export async function countSegmentsSoon(tx: Sql, organisationId: string): Promise<void> {
  await lockSegments(tx, organisationId)
  await tx.query(
    'UPDATE segments SET due_at = now(), counted_up_to = NULL, counted_revision = NULL WHERE organisation_id = $1',
    [organisationId],
  )
}
