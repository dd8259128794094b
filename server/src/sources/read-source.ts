import type { FieldType, Source, SourceField, SourcePage, SourceReader } from '@millrace/contract/source'
import type { Sql } from '#db/sql.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { readMeaning } from '#visits/source-meanings.ts'
import { type DocumentChecks, validateAside } from '#workflows/validation/validate-aside.ts'
import { driftOf } from './drift.ts'
import { keysRead } from './keys-read.ts'

interface Seen {
  first_seen_at: Date
  last_seen_at: Date
}
type SourceRow = Seen & { source: string; events: number }

const columns = 'source, events, first_seen_at, last_seen_at'

/** Busiest first. */
export async function listSources(tx: Sql, organisationId: string): Promise<Source[]> {
  const { rows } = await tx.query<SourceRow>(
    `SELECT ${columns} FROM sources WHERE organisation_id = $1 ORDER BY events DESC, source`,
    [organisationId],
  )
  return rows.map(toSource)
}

/** `source` is null for events without a source. undefined: none of its events has been learnt yet. */
export async function readSource(
  tx: Sql,
  organisations: OrganisationFactsCache,
  organisationId: string,
  source: string | null,
  checks: DocumentChecks = {},
): Promise<SourcePage | undefined> {
  const [found, fields, readers, all, meaning, rebuild] = await Promise.all([
    tx.query<SourceRow>(`SELECT ${columns} FROM sources WHERE organisation_id = $1 AND source = $2`, [
      organisationId,
      source ?? '',
    ]),
    readFields(tx, organisationId, source),
    readReaders(tx, organisationId, source, checks),
    organisations.find(tx, [organisationId]),
    readMeaning(tx, organisationId, source),
    readRebuild(tx, organisationId, source),
  ])
  const row = found.rows[0]
  if (row === undefined) return undefined
  const summary = toSource(row)
  const schema = fields.map(({ key, types }) => {
    const seen = types.reduce((sum, type) => sum + type.seen, 0)
    return { key, types, share: Math.min(1, seen / row.events) }
  })
  const { time_zone: timeZone, locale } = (all.get(organisationId) as OrganisationFacts).settings
  return {
    ...summary,
    fields: schema,
    drift: driftOf(summary, schema, { timeZone, locale }),
    meaning,
    rebuild,
    readers,
  }
}

const toSource = ({ source, events, ...seen }: SourceRow): Source => ({
  source: source === '' ? null : source,
  events,
  ...times(seen),
})

const times = ({ first_seen_at, last_seen_at }: Seen) => ({
  first_seen_at: first_seen_at.toISOString(),
  last_seen_at: last_seen_at.toISOString(),
})

async function readFields(
  tx: Sql,
  organisationId: string,
  source: string | null,
): Promise<Pick<SourceField, 'key' | 'types'>[]> {
  const { rows } = await tx.query<
    Seen & { key: string; type: FieldType; seen: number; example: number | boolean | null }
  >(
    `SELECT key, type, seen, first_seen_at, last_seen_at, example FROM source_fields
     WHERE organisation_id = $1 AND source = $2 ORDER BY key, seen DESC, type`,
    [organisationId, source ?? ''],
  )
  return [...Map.groupBy(rows, ({ key }) => key)].map(([key, types]) => ({
    key,
    types: types.map(({ type, seen, example, ...at }) => ({ type, seen, ...times(at), example })),
  }))
}

async function readRebuild(
  tx: Sql,
  organisationId: string,
  source: string | null,
): Promise<SourcePage['rebuild']> {
  const { rows } = await tx.query<NonNullable<SourcePage['rebuild']>>(
    `SELECT status, (progress ->> 'events')::integer AS events, (progress ->> 'entries')::integer AS entries
     FROM undertakings
     WHERE organisation_id = $1 AND kind = 'visits' AND request ->> 'source' IS NOT DISTINCT FROM $2
     ORDER BY id DESC LIMIT 1`,
    [organisationId, source],
  )
  return rows[0] ?? null
}

/** The workflows that read something of it: their published versions and their drafts. */
async function readReaders(
  tx: Sql,
  organisationId: string,
  source: string | null,
  checks: DocumentChecks,
): Promise<SourceReader[]> {
  const { rows } = await tx.query<{ id: string; name: string; published: unknown; draft: unknown }>(
    `SELECT w.id, w.name, v.definition AS published,
            CASE WHEN w.draft IS DISTINCT FROM v.definition THEN w.draft END AS draft
     FROM workflows w
     LEFT JOIN workflow_versions v
       ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
     WHERE w.organisation_id = $1 AND w.status <> 'cancelled' ORDER BY w.id`,
    [organisationId],
  )
  const readers: SourceReader[] = []
  for (const { id, name, published, draft } of rows) {
    for (const [document, text] of [
      ['published', published],
      ['draft', draft],
    ] as const) {
      if (text === null) continue
      // An invalid draft reads nothing that could be relied on.
      const { definition } = await validateAside(text, checks, { outbound: false })
      if (definition === undefined) continue
      for (const [key, where] of keysRead(definition, source))
        readers.push({ key, workflow_id: id, workflow_name: name, document, where: [...where] })
    }
  }
  return readers
}
