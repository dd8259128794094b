import { defaultSettings, type OrganisationSettings } from '@millrace/contract/settings'
import type { SourceMeaning } from '@millrace/contract/source'
import { BoundedMap } from '#base/bounded-map.ts'
import type { Sql } from '#db/sql.ts'
import { type VenueProfile, venueColumns } from './venue-profile.ts'

/** What decisions read of an organisation: its settings, and its venues by their serials. */
export interface OrganisationFacts {
  readonly settings: OrganisationSettings
  /** Some of its workflows listen for more events than those that start runs. */
  readonly watches: boolean
  readonly venues: ReadonlyMap<string, VenueProfile>
  /** What the events of sources are, by source; "" for events that name none. Only those that are something. */
  readonly meanings: ReadonlyMap<string, SourceMeaning>
}

/**
 * The facts of organisations that this process keeps. They cannot be out of date: each is kept by the revision that the
 * caller has just read, and the revision grows with every change of the settings or of a venue.
 */
export interface OrganisationFactsCache {
  /** By revisions that are read here. */
  find(tx: Sql, organisationIds: readonly string[]): Promise<ReadonlyMap<string, OrganisationFacts>>
  at(tx: Sql, organisationId: string, revision: number): Promise<OrganisationFacts>
  /** The facts at the last request. Callers that act on them have to check that the revision is still the same. */
  remembered(organisationId: string): { revision: number; organisation: OrganisationFacts } | undefined
}

const MOST_KEPT = 1_000

export function createOrganisationFactsCache(): OrganisationFactsCache {
  const kept = new BoundedMap<{ revision: number; organisation: OrganisationFacts }>(MOST_KEPT)

  async function at(
    tx: Sql,
    revisions: readonly { id: string; revision: number }[],
  ): Promise<Map<string, OrganisationFacts>> {
    const found = new Map<string, OrganisationFacts>()
    const stale = revisions.filter(({ id, revision }) => {
      const known = kept.get(id)
      if (known?.revision === revision) found.set(id, known.organisation)
      return known?.revision !== revision
    })
    if (stale.length === 0) return found
    const ids = stale.map(({ id }) => id)
    const loaded = await loadOrganisationFacts(tx, ids)
    for (const { id, revision } of stale) {
      const organisation = loaded.get(id) as OrganisationFacts
      // A change between the two queries makes the facts newer than their revision: the only cost is another read.
      kept.set(id, { revision, organisation })
      found.set(id, organisation)
    }
    return found
  }

  return {
    async find(tx, organisationIds) {
      const { rows } = await tx.query<{ id: string; revision: number }>(
        'SELECT id, settings_revision AS revision FROM organisations WHERE id = ANY($1)',
        [[...new Set(organisationIds)]],
      )
      return at(tx, rows)
    },
    remembered: organisationId => kept.get(organisationId),
    async at(tx, organisationId, revision) {
      return (await at(tx, [{ id: organisationId, revision }])).get(organisationId) as OrganisationFacts
    },
  }
}

async function loadOrganisationFacts(
  tx: Sql,
  ids: readonly string[],
): Promise<Map<string, OrganisationFacts>> {
  const [found, venues, declared] = await Promise.all([
    tx.query<{ id: string; settings: Partial<OrganisationSettings>; watches: boolean }>(
      'SELECT id, settings, watches FROM organisations WHERE id = ANY($1)',
      [ids],
    ),
    tx.query<VenueProfile & { organisation_id: string }>(
      `SELECT v.organisation_id, ${venueColumns} FROM venues v WHERE v.organisation_id = ANY($1)`,
      [ids],
    ),
    tx.query<SourceMeaning & { organisation_id: string; source: string }>(
      'SELECT organisation_id, source, kind, amount, currency, covers FROM source_meanings WHERE organisation_id = ANY($1)',
      [ids],
    ),
  ])
  const organisations = new Map<
    string,
    OrganisationFacts & { venues: Map<string, VenueProfile>; meanings: Map<string, SourceMeaning> }
  >()
  for (const { id, settings, watches } of found.rows) {
    organisations.set(id, {
      settings: { ...defaultSettings, ...settings },
      watches,
      venues: new Map(),
      meanings: new Map(),
    })
  }
  for (const { organisation_id, ...venue } of venues.rows) {
    organisations.get(organisation_id)?.venues.set(venue.serial, venue)
  }
  for (const { organisation_id, source, ...meaning } of declared.rows) {
    organisations.get(organisation_id)?.meanings.set(source, meaning)
  }
  return organisations
}
