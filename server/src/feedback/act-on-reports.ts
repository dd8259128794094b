import type { Reporter } from '@millrace/contract/email-feedback'
import type { Sql } from '#db/sql.ts'
import { type Recorded, type Report, recordReports } from '#messages/record-reports.ts'
import { type Suppressed, suppress } from '#suppressions/suppress.ts'
import { bouncingAddresses, lockSoftBounces, SOFT_BOUNCES } from './soft-bounces.ts'

export interface ReportFigures {
  /** New, about messages of this organisation. */
  readonly recorded: number
  readonly repeated: number
  readonly unknown: number
}

/** Records reports, and suppresses the addresses that follow from them. */
export async function actOnReports(
  tx: Sql,
  organisationId: string,
  reporter: Reporter,
  reports: readonly Report[],
): Promise<ReportFigures> {
  if (reports.length === 0) return { recorded: 0, repeated: 0, unknown: 0 }
  if (reports.some(({ kind }) => kind === 'soft_bounce')) await lockSoftBounces(tx, organisationId)
  const { recorded, ...others } = await recordReports(tx, organisationId, reporter, reports)
  const softly = recorded.filter(({ kind }) => kind === 'soft_bounce').map(({ address }) => address)
  const bouncing = await bouncingAddresses(tx, organisationId, [...new Set(softly)])
  await suppress(tx, organisationId, [
    ...recorded.flatMap(report => suppressionOf(reporter, report) ?? []),
    ...bouncing.map(address => ({
      channel: 'email' as const,
      address,
      reason: 'soft_bounces' as const,
      source: reporter,
      note: `${SOFT_BOUNCES} messages bounced, and none was delivered since.`,
    })),
  ])
  return { recorded: recorded.length, ...others }
}

function suppressionOf(reporter: Reporter, { kind, address, note }: Recorded): Suppressed | undefined {
  if (kind !== 'hard_bounce' && kind !== 'complaint') return undefined
  return { channel: 'email', address, reason: kind, source: reporter, note }
}
