import { createChannels } from '#channels/channels.ts'
import { isOnTheWay } from '#channels/guard/is-on-the-way.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'

/** A hundred keys have room. */
const LARGEST_BYTES = 100_000

export type FetchedKeySet = { readonly text: string } | { readonly fault: string }

/** Through the guard, and with its own connection: it is rare, so nothing is kept open for it. */
export async function fetchKeySet(
  policy: AddressPolicy,
  organisationId: string,
  url: string,
): Promise<FetchedKeySet> {
  // They could put their own keys in.
  if (isOnTheWay(url, policy)) return { fault: 'The address of a key set must begin with https://.' }
  const channels = createChannels(policy)
  try {
    const answer = await channels.fetchPage(organisationId, { url, headers: {} })
    if (answer.kind === 'failure') return { fault: answer.message }
    if (answer.status !== 200) return { fault: `The address of the key set answered ${answer.status}.` }
    if (answer.cut || answer.body.length > LARGEST_BYTES) return { fault: 'The key set is too large.' }
    return { text: answer.body.toString('utf8') }
  } finally {
    channels.close()
  }
}
