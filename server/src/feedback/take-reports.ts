import type { FeedbackProvider, FeedbackRefusal } from '@millrace/contract/email-feedback'
import type { Presented } from '#connections/proof/proof.ts'
import { type Database, inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { type Recorded, recordReports } from '#messages/record-reports.ts'
import { readSecrets } from '#organisations/secrets.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { type Suppressed, suppress } from '#suppressions/suppress.ts'
import { countReports } from './figures.ts'
import type { Report } from './providers/provider.ts'
import { providers } from './providers/providers.ts'
import { secretOf } from './set-up.ts'
import type { Sns } from './sns.ts'
import { bouncingAddresses, lockSoftBounces, SOFT_BOUNCES } from './soft-bounces.ts'
import { claimToken } from './tokens.ts'

export interface TakenReports {
  /** New, about messages of this organisation. */
  readonly recorded: number
  readonly repeated: number
  readonly unknown: number
  /** About something else, such as a click. */
  readonly ignored: number
}

export type Taken =
  | { readonly kind: 'taken'; readonly figures: TakenReports }
  | { readonly kind: 'refused'; readonly reason: FeedbackRefusal }
  | { readonly kind: 'unreadable' | 'unavailable' | 'not_set_up' }

/** Takes what a provider reports. When this returns, it is on disk, with everything that follows from it. */
export async function takeReports(
  { database, sealer, sns }: { readonly database: Database; readonly sealer: Sealer; readonly sns: Sns },
  organisationId: string,
  provider: FeedbackProvider,
  presented: Presented,
): Promise<Taken> {
  const secrets = await inTenant(database, organisationId, tx => readSecrets(tx, sealer, organisationId))
  const key = secrets[secretOf(provider)]
  if (key === undefined) return { kind: 'not_set_up' }
  // Outside of a transaction: it may ask the provider.
  const heard = await providers[provider].hear(key, presented, { sns, owner: organisationId })
  if (heard.kind !== 'reports') return heard
  const reports = heard.reports.filter(report => report !== undefined)
  const ignored = heard.reports.length - reports.length
  return inTenant(database, organisationId, async (tx): Promise<Taken> => {
    if (heard.token !== undefined && !(await claimToken(tx, organisationId, heard.token, presented.body)))
      return { kind: 'refused', reason: 'replayed' }
    const figures = await record(tx, organisationId, provider, reports)
    await countReports(tx, organisationId, provider, figures)
    return { kind: 'taken', figures: { ...figures, ignored } }
  })
}

async function record(
  tx: Sql,
  organisationId: string,
  provider: FeedbackProvider,
  reports: readonly Report[],
): Promise<Omit<TakenReports, 'ignored'>> {
  if (reports.length === 0) return { recorded: 0, repeated: 0, unknown: 0 }
  if (reports.some(({ kind }) => kind === 'soft_bounce')) await lockSoftBounces(tx, organisationId)
  const { recorded, ...others } = await recordReports(tx, organisationId, provider, reports)
  const softly = recorded.filter(({ kind }) => kind === 'soft_bounce').map(({ address }) => address)
  const bouncing = await bouncingAddresses(tx, organisationId, [...new Set(softly)])
  await suppress(tx, organisationId, [
    ...recorded.flatMap(report => suppressionOf(provider, report) ?? []),
    ...bouncing.map(address => ({
      channel: 'email' as const,
      address,
      reason: 'soft_bounces' as const,
      source: provider,
      note: `${SOFT_BOUNCES} messages bounced, and none was delivered since.`,
    })),
  ])
  return { recorded: recorded.length, ...others }
}

function suppressionOf(
  provider: FeedbackProvider,
  { kind, address, note }: Recorded,
): Suppressed | undefined {
  if (kind !== 'hard_bounce' && kind !== 'complaint') return undefined
  return { channel: 'email', address, reason: kind, source: provider, note }
}
