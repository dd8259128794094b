import type { Pace, ProviderChannel, WarmUp } from '@millrace/contract/provider'
import type { SmsSettings, Smtp } from '@millrace/contract/settings'

/** What a provider is reached by. Its secret is apart. */
export type Connection = Smtp | SmsSettings

export interface ProviderRow {
  readonly id: string
  readonly channel: ProviderChannel
  readonly name: string
  /** Its connection is in the settings. */
  readonly first: boolean
  readonly connection: Connection
  readonly pace: Pace | null
  readonly most_a_day: number | null
  readonly warm_up: WarmUp | null
}

/** For a row p of providers and its organisation o. */
export const providerColumns = `p.id, p.channel, p.name, p.connection IS NULL AS first,
  coalesce(p.connection, CASE p.channel WHEN 'email' THEN o.settings #> '{email,smtp}' ELSE o.settings -> 'sms' END) AS connection,
  CASE WHEN p.pace_most IS NOT NULL THEN json_build_object('most', p.pace_most, 'per', p.pace_per) END AS pace,
  p.most_a_day,
  CASE WHEN p.warm_up_start IS NOT NULL
       THEN json_build_object('start', p.warm_up_start, 'factor', p.warm_up_factor) END AS warm_up`

export const providerSources = 'providers p JOIN organisations o ON o.id = p.organisation_id'
