import type { Transaction } from '#db/database.ts'
import { claim } from '#idempotency/claim.ts'
import { loadPastRuns } from '#runs/load/load-past-runs.ts'
import type { AcceptParts } from './accept-parts.ts'
import type { Gathered } from './batch-facts.ts'
import type { Accepted, Incoming } from './incoming.ts'
import { readOrganisation } from './read-organisation.ts'

/** Confirms the tokens, claims the idempotency keys, and reads the facts that decide the rest of the batch. */
export async function readFacts(
  parts: AcceptParts,
  tx: Transaction,
  organisationId: string,
  batch: readonly Incoming[],
): Promise<Gathered> {
  const { catalogue, organisations } = parts
  const profiles = catalogue.remembered(organisationId)?.listening.readsGuests ?? true
  // Sent together: one round trip. Facts that were read for an event that is not accepted are ignored.
  const [isGenuine, claimed, read] = await Promise.all([
    confirm(parts, tx, organisationId, batch),
    claim(tx, organisationId, batch, ({ idempotency }) => idempotency?.request),
    readOrganisation(tx, organisationId, batch, profiles),
  ])
  const answered = new Map<Incoming, Accepted>()
  for (const incoming of batch) {
    const answer = isGenuine(incoming) ? claimed.repeated(incoming) : { kind: 'unauthenticated' as const }
    if (answer !== undefined) answered.set(incoming, answer)
  }
  const fresh = batch.filter(incoming => !answered.has(incoming))
  const organisation = await organisations.at(tx, organisationId, read.settingsRevision)
  const listening = await catalogue.listening(tx, organisationId, read.workflowRevision)
  // The listening workflows have changed since this process last read them, or a run waits for events: now the profiles
  // are needed.
  const { guests } =
    read.profiles || !(listening.readsGuests || organisation.watches)
      ? read
      : await readOrganisation(tx, organisationId, fresh, true)
  const pastRuns = await loadPastRuns(
    tx,
    listening.pastRuns.length === 0 ? [] : fresh.map(({ guestId }) => ({ organisationId, guestId })),
    listening.pastRuns,
  )
  return {
    facts: { listening, organisation, guests, pastRuns },
    now: Promise.resolve(read.now),
    answered,
    keep: claimed.keep,
  }
}

async function confirm(
  { tokens }: AcceptParts,
  tx: Transaction,
  organisationId: string,
  batch: readonly Incoming[],
): Promise<(incoming: Incoming) => boolean> {
  const hashes = new Set<Buffer>()
  for (const { unconfirmed } of batch) if (unconfirmed !== undefined) hashes.add(unconfirmed)
  if (hashes.size === 0) return () => true
  const good = await tokens.confirm(tx, organisationId, hashes)
  return ({ unconfirmed }) => unconfirmed === undefined || good.has(unconfirmed)
}
