import type { Suppression } from '@millrace/contract/suppression'

export type SuppressionRow = Omit<Suppression, 'since' | 'lifted_at'> & {
  readonly since: Date
  readonly lifted_at: Date | null
}

export const suppressionColumns =
  'id, channel, address, reason, source, note, since, lifted_at, lifted_by, lifted_because'

export const toSuppression = (row: SuppressionRow): Suppression => ({
  ...row,
  since: row.since.toISOString(),
  lifted_at: row.lifted_at?.toISOString() ?? null,
})
