import type { Receipt } from '@millrace/contract/event'
import type { Identity } from '#access/identity.ts'
import type { EventFacts } from '#workflows/facts.ts'
import { Refusal } from '../refusal.ts'

/** What a key may do that is limited to venues or sources. What it may not see does not exist for it. */
export type Held = Pick<Identity, 'organisationId' | 'serials' | 'sources'>

/** Why the key may not send this event, if it may not. */
export const beyondKey = (held: Held, event: Pick<EventFacts, 'serials' | 'source'>): Refusal | undefined =>
  beyondVenues(held, event.serials) ?? beyondSources(held, event.source)

/** An event that names no venue could be for any of them. */
function beyondVenues({ serials: own }: Held, serials: readonly string[]): Refusal | undefined {
  if (own === null) return undefined
  const message = `The API key is limited to ${quotedList(own)}; name one of these venues.`
  if (serials.length === 0) {
    return new Refusal('venue_not_allowed', {
      message,
      errors: { serials: ['must name a venue of the API key'] },
    })
  }
  const errors = Object.fromEntries(
    serials.flatMap((serial, index) =>
      own.includes(serial) ? [] : [[`serials.${index}`, ['is not a venue of the API key']]],
    ),
  )
  return Object.keys(errors).length > 0 ? new Refusal('venue_not_allowed', { message, errors }) : undefined
}

function beyondSources({ sources: own }: Held, source: string | null): Refusal | undefined {
  if (own === null || (source !== null && own.includes(source))) return undefined
  return new Refusal('source_not_allowed', {
    message: `The API key is limited to the sources ${quotedList(own)}.`,
    errors: { 'parameters.source': ['is not a source of the API key'] },
  })
}

export function seesEvent({ serials, sources }: Held, event: Pick<Receipt, 'serials' | 'source'>): boolean {
  const atOwn =
    serials === null || event.serials.length === 0 || event.serials.some(at => serials.includes(at))
  return atOwn && (sources === null || (event.source !== null && sources.includes(event.source)))
}

const quotedList = (names: readonly string[]) => names.map(name => `"${name}"`).join(', ')
