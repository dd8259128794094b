import { defaultSettings, type OrganisationSettings } from '@millrace/contract/settings'
import { LRUCache } from 'lru-cache'
import type { Sql } from '#db/sql.ts'
import { type VenueProfile, venueColumns } from './venue-profile.ts'

/** An organisation as its runs see it: what it has set, and its venues by their serials. */
export interface Place {
  readonly settings: OrganisationSettings
  /** Some of its workflows listen for more events than those that start runs. */
  readonly watches: boolean
  readonly venues: ReadonlyMap<string, VenueProfile>
}

/**
 * The places of this process. Nothing in it can be out of date: each is kept by the revision that the caller has just
 * read, and the revision grows with every change of the settings or of a venue.
 */
export interface Places {
  /** By revisions that are read here. */
  find(tx: Sql, organisationIds: readonly string[]): Promise<ReadonlyMap<string, Place>>
  at(tx: Sql, organisationId: string, revision: number): Promise<Place>
  /** As it was when it was last asked for. Whoever acts on it has to see that the revision is still the same. */
  remembered(organisationId: string): { revision: number; place: Place } | undefined
}

const MOST_KEPT = 1_000

export function createPlaces(): Places {
  const kept = new LRUCache<string, { revision: number; place: Place }>({ max: MOST_KEPT })

  async function at(
    tx: Sql,
    revisions: readonly { id: string; revision: number }[],
  ): Promise<Map<string, Place>> {
    const found = new Map<string, Place>()
    const stale = revisions.filter(({ id, revision }) => {
      const known = kept.get(id)
      if (known?.revision === revision) found.set(id, known.place)
      return known?.revision !== revision
    })
    if (stale.length === 0) return found
    const ids = stale.map(({ id }) => id)
    const loaded = await loadPlaces(tx, ids)
    for (const { id, revision } of stale) {
      const place = loaded.get(id) as Place
      // A change between the two questions makes it newer than its revision says: it is then read again, no more.
      kept.set(id, { revision, place })
      found.set(id, place)
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
      return (await at(tx, [{ id: organisationId, revision }])).get(organisationId) as Place
    },
  }
}

async function loadPlaces(tx: Sql, ids: readonly string[]): Promise<Map<string, Place>> {
  const [organisations, venues] = await Promise.all([
    tx.query<{ id: string; settings: Partial<OrganisationSettings>; watches: boolean }>(
      'SELECT id, settings, watches FROM organisations WHERE id = ANY($1)',
      [ids],
    ),
    tx.query<VenueProfile & { organisation_id: string }>(
      `SELECT v.organisation_id, ${venueColumns} FROM venues v WHERE v.organisation_id = ANY($1)`,
      [ids],
    ),
  ])
  const places = new Map<string, Place & { venues: Map<string, VenueProfile> }>()
  for (const { id, settings, watches } of organisations.rows) {
    places.set(id, { settings: { ...defaultSettings, ...settings }, watches, venues: new Map() })
  }
  for (const { organisation_id, ...venue } of venues.rows) {
    places.get(organisation_id)?.venues.set(venue.serial, venue)
  }
  return places
}
