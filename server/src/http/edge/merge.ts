import type { GuestMerge as WireMerge } from '@millrace/contract/guest'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { findGuest } from '#guests/find-guest.ts'
import { identifiersOf } from '#guests/identifiers/identifiers-of.ts'
import { findMerge, type GuestMerge, UNDO_DAYS } from '#guests/merge/merge-records.ts'
import { givingWay } from '#merging/give-way.ts'
import { type Merging, mergeGuests } from '#merging/merge-guests.ts'
import { undoMerge } from '#merging/undo-merge.ts'
import { guestChanged } from '#runs/commands/guest-changed.ts'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'

const DAY_MS = 86_400_000

export const toWireMerge = ({ id, merged_id, into_id, actor, merged_at, undo }: GuestMerge): WireMerge => ({
  id,
  merged_id,
  guest_id: into_id,
  merged_at: merged_at.toISOString(),
  merged_by: actor,
  undo_until: undo === null ? null : new Date(merged_at.getTime() + UNDO_DAYS * DAY_MS).toISOString(),
})

/** Who merges, and which guests they may. */
export interface Merger extends Pick<Merging, 'organisationId' | 'by'> {
  /** Throws a Refusal where these guests are not wholly theirs. */
  requireAll(tx: Sql, guestIds: readonly string[]): Promise<void>
}

const mergingOf = (parts: HttpParts, { organisationId, by, requireAll }: Merger): Merging => ({
  organisationId,
  by,
  consequences: guestChanged(parts, organisationId),
  allowed: requireAll,
})

/** A merge reaches what no request may touch, so the engine does it, for guests who were just proved to be the caller's. */
export async function merge(
  parts: HttpParts,
  merger: Merger,
  { guestId, mergedId, dryRun }: { guestId: string; mergedId: string; dryRun: boolean },
) {
  await inTenant(parts.database, merger.organisationId, async tx => {
    await requireGuest(tx, merger.organisationId, guestId)
    await requireGuest(tx, merger.organisationId, mergedId, notMerged)
  })
  const merged = await givingWay(
    parts.database.engine,
    merger.organisationId,
    async tx => {
      const result = await mergeGuests(tx, mergingOf(parts, merger), { guestId, mergedId })
      if (result.kind !== 'merged' && result.kind !== 'repeated') return result
      return { ...result, identifiers: await identifiersOf(tx, merger.organisationId, result.guest.id) }
    },
    dryRun ? 'ROLLBACK' : 'COMMIT',
  )
  switch (merged.kind) {
    case 'not_found':
      throw new Refusal('guest_not_found', merged.which === 'guest' ? {} : notMerged)
    case 'same_guest':
      throw new Refusal('same_guest')
    case 'merged':
    case 'repeated':
      return {
        message: sentences[dryRun ? 'dry_run' : merged.kind],
        dry_run: dryRun,
        guest: merged.guest,
        identifiers: merged.identifiers,
        ...(dryRun ? {} : { merge: toWireMerge(merged.merge) }),
      }
  }
}

const notMerged = { errors: { organisation_registration_id: ['is not the id of a guest'] } }

async function requireGuest(
  tx: Sql,
  organisationId: string,
  id: string,
  details: object = {},
): Promise<void> {
  if ((await findGuest(tx, organisationId, id)) === undefined) throw new Refusal('guest_not_found', details)
}

const sentences = {
  merged: `The guests are one now. It can be undone for ${UNDO_DAYS} days.`,
  repeated: 'The guests were merged before. Nothing changed.',
  dry_run: 'This is what the guest would be. Nothing was changed.',
} as const

export async function undo(parts: HttpParts, merger: Merger, mergedId: string) {
  await inTenant(parts.database, merger.organisationId, async tx => {
    if ((await findMerge(tx, merger.organisationId, mergedId)) === undefined)
      throw new Refusal('merge_not_found')
  })
  const undone = await givingWay(parts.database.engine, merger.organisationId, tx =>
    undoMerge(tx, mergingOf(parts, merger), mergedId),
  )
  switch (undone.kind) {
    case 'not_merged':
      throw new Refusal('merge_not_found')
    case 'too_late':
      throw new Refusal('merge_not_undone', {
        message: `A merge can be undone for ${UNDO_DAYS} days, and they are over.`,
      })
    case 'merged_again':
      throw new Refusal('merge_not_undone', {
        message: `The guest ${undone.intoId} was merged into another one since. Undo that merge first.`,
      })
    case 'undone':
      return { message: 'They are two guests again.', guest: undone.guest, merged: undone.merged }
  }
}
