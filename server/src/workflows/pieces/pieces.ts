import {
  type ListedPiece,
  MOST_PIECES,
  type Piece,
  type PieceContent,
  type PieceKind,
  type PieceUse,
  type PieceVersion,
} from '@millrace/contract/dashboard/pieces'
import { lockSeeds } from '#db/advisory-locks.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Fault } from '../validation/fault.ts'
import { lockPiece, type PieceRow, readPieces } from './piece-rows.ts'
import { readUsing, useInWords, usesIn } from './piece-uses.ts'

/** What was given has faults, each at its field. */
export class InvalidPiece extends Error {
  override name = 'InvalidPiece'
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ message }) => message).join(' '))
    this.faults = faults
  }
}

/** It cannot be deleted while something refers to it. */
export class PieceInUse extends Error {
  override name = 'PieceInUse'

  constructor(name: string, uses: readonly PieceUse[]) {
    super(`"${name}" is used in ${uses.map(useInWords).join(', ')}. Remove it there first.`)
  }
}

/** Another member saved a version since. */
export class PieceConflict extends Error {
  override name = 'PieceConflict'

  constructor(name: string, version: number) {
    super(`"${name}" was changed after you opened it: it is at version ${version} now. Reload to see it.`)
  }
}

/** Transactional e-mails that guests get would change, and nobody said that they stay so. */
export class PieceNotConfirmed extends Error {
  override name = 'PieceNotConfirmed'

  constructor(name: string, uses: readonly PieceUse[]) {
    super(
      `"${name}" is in transactional e-mails of ${uses.map(useInWords).join(', ')}, which also go to guests without marketing ` +
        'consent. Confirm that they stay about something that the guests asked for.',
    )
  }
}

/** All pieces with where they are used, by name. */
export async function listPieces(tx: Sql, organisationId: string): Promise<ListedPiece[]> {
  const pieces = await wholePieces(tx, organisationId)
  return pieces.map(({ content: _content, ...piece }) => piece)
}

/** undefined: there is no such piece. */
export const readPiece = async (tx: Sql, organisationId: string, key: string): Promise<Piece | undefined> =>
  (await wholePieces(tx, organisationId)).find(piece => piece.key === key)

async function wholePieces(tx: Sql, organisationId: string): Promise<Piece[]> {
  const rows = await readPieces(tx, organisationId)
  const uses = rows.length === 0 ? new Map() : usesIn(await readUsing(tx, organisationId))
  return rows.map(({ changed_at, ...row }) => ({
    ...row,
    changed_at: changed_at.toISOString(),
    used_in: uses.get(row.key) ?? [],
  }))
}

/** The newest first; undefined: there is no such piece. */
export async function listPieceVersions(
  tx: Sql,
  organisationId: string,
  key: string,
): Promise<PieceVersion[] | undefined> {
  const { rows } = await tx.query<Omit<PieceVersion, 'created_at'> & { created_at: Date }>(
    `SELECT version, content, restored_from, created_by, created_at FROM piece_versions
     WHERE organisation_id = $1 AND key = $2 ORDER BY version DESC LIMIT 200`,
    [organisationId, key],
  )
  if (rows.length === 0) return undefined
  return rows.map(row => ({ ...row, created_at: row.created_at.toISOString() }))
}

export interface PieceToCreate {
  readonly name: string
  readonly key?: string | null | undefined
  readonly kind: PieceKind
  /** Checked, see `contentFaults`. */
  readonly content: PieceContent
}

/** Throws InvalidPiece. */
export async function createPiece(
  tx: Sql,
  organisationId: string,
  { name, key: wanted, kind, content }: PieceToCreate,
  actor: string,
): Promise<Piece> {
  const known = await lockNames(tx, organisationId)
  const faults = nameFaults(name, known)
  if (known.length >= MOST_PIECES)
    faults.push({ path: 'name', message: `There are ${MOST_PIECES} pieces already. Delete one first.` })
  if (wanted != null && known.some(({ key }) => key === wanted))
    faults.push({ path: 'key', message: `There is a piece with the key "${wanted}" already.` })
  if (faults.length > 0) throw new InvalidPiece(faults)
  const key = wanted ?? freeKey(name, known)
  await tx.query(
    'INSERT INTO pieces (organisation_id, key, name, kind, version) VALUES ($1, $2, $3, $4, 1)',
    [organisationId, key, name.trim(), kind],
  )
  await addVersion(tx, organisationId, { key, version: 1, content, restored_from: null, actor })
  await recordAudit(tx, organisationId, { actor, action: 'piece.created', subject: key, detail: { name } })
  return (await readPiece(tx, organisationId, key)) as Piece
}

export interface PieceToChange {
  readonly name?: string | undefined
  /** Checked, see `contentFaults`. */
  readonly content?: PieceContent | undefined
  /** The version that it is based on. */
  readonly version: number
  /** The version that the content is from. */
  readonly restored_from?: number
  /** A person has confirmed that transactional e-mails with it stay transactional. */
  readonly confirm_transactional?: boolean | undefined
}

/** undefined: there is no such piece. Throws InvalidPiece, PieceNotConfirmed or PieceConflict. */
export async function changePiece(
  tx: Sql,
  organisationId: string,
  key: string,
  { name, content, version, restored_from, confirm_transactional = false }: PieceToChange,
  actor: string,
): Promise<Piece | undefined> {
  const known = name === undefined ? [] : await lockNames(tx, organisationId)
  const before = await lockPiece(tx, organisationId, key)
  if (before === undefined) return undefined
  if (before.version !== version) throw new PieceConflict(before.name, before.version)
  if (name !== undefined) {
    const others = known.filter(piece => piece.key !== key)
    const faults = nameFaults(name, others)
    if (faults.length > 0) throw new InvalidPiece(faults)
  }
  if (content !== undefined && !confirm_transactional)
    await requireNoTransactional(tx, organisationId, key, before.name)
  const next = content === undefined ? version : version + 1
  await tx.query('UPDATE pieces SET name = $3, version = $4 WHERE organisation_id = $1 AND key = $2', [
    organisationId,
    key,
    (name ?? before.name).trim(),
    next,
  ])
  if (content !== undefined)
    await addVersion(tx, organisationId, {
      key,
      version: next,
      content,
      restored_from: restored_from ?? null,
      actor,
    })
  await recordAudit(tx, organisationId, {
    actor,
    action: restored_from === undefined ? 'piece.changed' : 'piece.restored',
    subject: key,
    detail: {
      name: name ?? before.name,
      version: next,
      ...(restored_from === undefined ? {} : { restored_from }),
    },
  })
  return readPiece(tx, organisationId, key)
}

/** undefined: there is no such piece. Throws PieceInUse. */
export async function deletePiece(
  tx: Sql,
  organisationId: string,
  key: string,
  actor: string,
): Promise<{ name: string } | undefined> {
  const piece = await lockPiece(tx, organisationId, key)
  if (piece === undefined) return undefined
  const { name } = piece
  const uses = usesIn(await readUsing(tx, organisationId)).get(key) ?? []
  if (uses.length > 0) throw new PieceInUse(name, uses)
  await tx.query('DELETE FROM piece_versions WHERE organisation_id = $1 AND key = $2', [organisationId, key])
  await tx.query('DELETE FROM pieces WHERE organisation_id = $1 AND key = $2', [organisationId, key])
  await recordAudit(tx, organisationId, { actor, action: 'piece.deleted', subject: key, detail: { name } })
  return { name }
}

async function requireNoTransactional(
  tx: Sql,
  organisationId: string,
  key: string,
  name: string,
): Promise<void> {
  const uses = usesIn(await readUsing(tx, organisationId)).get(key) ?? []
  const reached = uses.filter(({ live, transactional }) => live && transactional)
  if (reached.length > 0) throw new PieceNotConfirmed(name, reached)
}

interface NewPieceVersion {
  readonly key: string
  readonly version: number
  readonly content: PieceContent
  readonly restored_from: number | null
  readonly actor: string
}

const addVersion = (
  tx: Sql,
  organisationId: string,
  { key, version, content, restored_from, actor }: NewPieceVersion,
) =>
  tx.query(
    `INSERT INTO piece_versions (organisation_id, key, version, content, restored_from, created_by)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [organisationId, key, version, JSON.stringify(content), restored_from, actor],
  )

/** Two that are named at once do not take the same key or name. */
async function lockNames(tx: Sql, organisationId: string): Promise<PieceRow[]> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, ${lockSeeds.pieces}))`, [organisationId])
  return readPieces(tx, organisationId)
}

function nameFaults(name: string, others: readonly PieceRow[]): Fault[] {
  const taken = others.some(other => other.name.toLowerCase() === name.trim().toLowerCase())
  return taken ? [{ path: 'name', message: `There is a piece "${name.trim()}" already.` }] : []
}

/** Of the letters and digits of the name. */
function freeKey(name: string, known: readonly PieceRow[]): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  const base = plain === '' ? 'piece' : plain
  const taken = new Set(known.map(({ key }) => key))
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}-${number}`
    if (!taken.has(key)) return key
  }
}
