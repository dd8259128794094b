import { type ProviderChannel, providerChannels } from '@millrace/contract/provider'
import { say } from '@millrace/contract/say'
import type { Sql } from '#db/sql.ts'
import { stateColumns } from './provider-sql.ts'

interface State {
  readonly channel: ProviderChannel
  readonly name: string
  readonly error: string | null
  readonly down: boolean
  readonly left: number
  readonly waits: boolean
}

export type Reasons = Readonly<Partial<Record<ProviderChannel, string>>>

/** Why messages of a channel are not going out now, in a sentence; absent where they are. */
export async function whyWaiting(tx: Sql, organisationId: string): Promise<Reasons> {
  const { rows } = await tx.query<State>(
    `SELECT p.channel, p.name, p.error ->> 'message' AS error, ${stateColumns}
     FROM providers p WHERE p.organisation_id = $1 ORDER BY p.position, p.id`,
    [organisationId],
  )
  return Object.fromEntries(
    providerChannels.flatMap(channel => {
      const sentence = reasonOf(rows.filter(row => row.channel === channel))
      return sentence === undefined ? [] : [[channel, sentence]]
    }),
  )
}

/** The rule of `choose-provider`, in words. */
function reasonOf(states: readonly State[]): string | undefined {
  const up = states.filter(({ down }) => !down)
  const usable = up.find(({ left }) => left > 0)
  if (states.length === 0 || (usable !== undefined && !usable.waits)) return undefined
  if (usable !== undefined) return say`The pace of "${usable.name}" holds it back for now.`
  if (up.length > 0)
    return say`The daily limit is used up. It goes out after midnight UTC, or through another provider.`
  const [first] = states as [State]
  return states.length === 1
    ? say`The provider "${first.name}" is down: ${first.error ?? ''} It goes out when the provider answers again.`
    : say`All ${states.length} providers are down. It goes out when one of them answers again.`
}
