import { v1 } from '@millrace/contract/operations/v1'
import type { EventEntry } from '@millrace/contract/sent-event'
import { createGiveTurn } from '#base/turns.ts'
import { inTenant } from '#db/database.ts'
import { countryOf } from '#guests/identifiers/country-of.ts'
import { bind } from '../bind.ts'
import { hopsOf } from '../edge/hops.ts'
import { Refusal } from '../refusal.ts'
import { acceptChecked } from './events/accept-checked.ts'
import { type CheckedEntry, createCheckEntry } from './events/check-entry.ts'
import { refusedEntry } from './events/entry.ts'
import { readEntries } from './events/read-entries.ts'
import { organisationFacts } from './guests/outside.ts'

/** Reads, checks and accepts events one after the other; the answer has the result of each, in the same order. */
export default bind(v1.sendEvents, parts => async request => {
  const { organisationId } = request.identity
  const giveTurn = createGiveTurn()
  const { entries, single } = await readEntries(request, giveTurn)
  const facts = await inTenant(parts.database, organisationId, tx =>
    organisationFacts(parts, tx, organisationId),
  )
  const check = createCheckEntry(request, serials => countryOf(facts, serials))
  const answers = new Map<number, EventEntry>()
  const checked = new Map<number, CheckedEntry>()
  for (const [index, entry] of entries.entries()) {
    const result = entry.kind === 'read' ? check(entry.value, index) : entry.refusal
    if (single && result instanceof Refusal) throw result
    if (result instanceof Refusal) answers.set(index, refusedEntry(idOf(entry), result))
    else checked.set(index, result)
    await giveTurn()
  }
  const sender = { ...request.identity, ...hopsOf(request.headers) }
  const accepted = await acceptChecked(parts, sender, [...checked.values()], giveTurn)
  for (const [at, index] of [...checked.keys()].entries()) {
    const result = accepted[at] as EventEntry | Refusal
    if (single && result instanceof Refusal) throw result
    answers.set(index, result instanceof Refusal ? refusedEntry(idOf(entries[index]), result) : result)
  }
  const data = entries.map((_, index) => answers.get(index) as EventEntry)
  return { message: messageOf(data), data }
})

/** The id that was sent, also with an entry that is refused: the sender looks for it. */
function idOf(entry: unknown): string | null {
  const { value } = entry as { value?: { id?: unknown } | null }
  const id = value?.id
  return typeof id === 'string' ? id.slice(0, 255).toWellFormed() : null
}

function messageOf(data: readonly EventEntry[]): string {
  const accepted = data.filter(entry => entry.accepted).length
  if (accepted === data.length) return data.length === 1 ? 'Event accepted.' : `${accepted} events accepted.`
  return `${accepted} of ${data.length} events accepted; the others have an error.`
}
