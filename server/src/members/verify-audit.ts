import { createHash, createHmac } from 'node:crypto'
import type { AuditVerdict } from '@millrace/contract/member'
import type { Sql } from '#db/sql.ts'

/** The end of an organisation's chain, as it was published at some time: the log must still pass through it. */
export interface PublishedHead {
  readonly sequence: number
  readonly hash: string
}

interface Link {
  readonly sequence: number
  readonly message: Buffer
  readonly previous_hash: Buffer
  readonly hash: Buffer
  readonly keyed: boolean
}

const MOST_REPORTED = 20
/** A portion takes a few milliseconds: other requests are answered between two of them. */
const PORTION = 500

/**
 * Recalculates an organisation's chain of audit entries, from the first to the head, and compares it with heads that
 * were published. Only what is outside of the database can show that entries at the end were removed together with
 * the head.
 */
export async function verifyAudit(
  sql: Sql,
  organisationId: string,
  key: Buffer,
  published: readonly PublishedHead[] = [],
): Promise<AuditVerdict> {
  const found = createReport()
  const heads = new Map(published.map(head => [head.sequence, head.hash]))
  const head = await readHead(sql, organisationId)
  let entries = 0
  let unsigned = 0
  let last: Pick<Link, 'sequence' | 'hash' | 'keyed'> = { sequence: 0, hash: Buffer.alloc(0), keyed: false }
  for (;;) {
    const links = await readLinks(sql, organisationId, last.sequence, head?.sequence)
    for (const link of links) {
      const { sequence, hash } = link
      if (!hash.equals(hashOf(link, key))) found(sequence, 'was changed')
      else if (!link.keyed && last.keyed) found(sequence, 'was written without the key of the audit log')
      if (sequence !== last.sequence + 1)
        found(sequence, `comes after ${last.sequence}: those between were removed`)
      else if (!link.previous_hash.equals(last.hash)) found(sequence, 'does not continue the one before it')
      const known = heads.get(sequence)
      if (known !== undefined && known !== hash.toString('hex'))
        found(sequence, 'is not the one that was published')
      entries += 1
      if (!link.keyed) unsigned += 1
      last = link
    }
    if (links.length < PORTION) break
  }
  if (head === undefined) {
    if (entries > 0) found(last.sequence, 'is the last one, and its head was removed')
  } else if (head.sequence !== last.sequence) {
    found(last.sequence, `is the last one, and should be ${head.sequence}`)
  } else if (!head.hash.equals(last.hash)) found(last.sequence, 'is not the one that was written last')
  if (head?.furthest && head.furthest > head.sequence)
    found(head.furthest, `comes after ${head.sequence}, the one that was written last`)
  const furthest = Math.max(0, ...heads.keys())
  if (furthest > last.sequence) {
    found(last.sequence, `is the last one, but ${furthest} was published: the end was removed`)
  }
  return {
    entries,
    unsigned,
    head: head ? { sequence: head.sequence, hash: head.hash.toString('hex') } : null,
    faults: found.sentences,
  }
}

function createReport() {
  const sentences: string[] = []
  return Object.assign(
    (sequence: number, fault: string) => {
      if (sentences.length < MOST_REPORTED) sentences.push(`Entry ${sequence} ${fault}.`)
    },
    { sentences },
  )
}

function hashOf({ keyed, previous_hash, message }: Link, key: Buffer): Buffer {
  const made = keyed ? createHmac('sha256', key) : createHash('sha256')
  return made.update(previous_hash).update(message).digest()
}

async function readHead(
  sql: Sql,
  organisationId: string,
): Promise<{ sequence: number; hash: Buffer; furthest: number | null } | undefined> {
  // One statement sees the head and the entries as they were at one moment.
  const { rows } = await sql.query<{ sequence: number; hash: Buffer; furthest: number | null }>(
    `SELECT sequence, hash, (SELECT max(sequence) FROM millrace_audit.entries WHERE organisation_id = $1) AS furthest
     FROM millrace_audit.heads WHERE organisation_id = $1`,
    [organisationId],
  )
  return rows[0]
}

/** Up to the head as it was read first: entries that are written meanwhile belong to the next verification. */
async function readLinks(sql: Sql, organisationId: string, after: number, head?: number): Promise<Link[]> {
  const { rows } = await sql.query<Link>(
    `SELECT sequence, millrace_audit.entry_message(organisation_id, sequence, id, at, actor, action, subject, detail) AS message,
            previous_hash, hash, keyed
     FROM millrace_audit.entries
     WHERE organisation_id = $1 AND sequence > $2 AND ($3::bigint IS NULL OR sequence <= $3)
     ORDER BY sequence LIMIT $4`,
    [organisationId, after, head ?? null, PORTION],
  )
  return rows
}
