import type { FeedbackProvider, FeedbackRefusal } from '@millrace/contract/email-feedback'
import type { Presented } from '#connections/proof/proof.ts'
import { type Database, inTenant } from '#db/database.ts'
import { readSecrets } from '#organisations/secrets.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { actOnReports, type ReportFigures } from './act-on-reports.ts'
import { countReports } from './figures.ts'
import { providers } from './providers/providers.ts'
import { secretOf } from './set-up.ts'
import type { Sns } from './sns.ts'
import { claimToken } from './tokens.ts'

export interface TakenReports extends ReportFigures {
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
    const figures = await actOnReports(tx, organisationId, provider, reports)
    await countReports(tx, organisationId, provider, figures)
    return { kind: 'taken', figures: { ...figures, ignored } }
  })
}
