import type { LedgerEntry } from '#visits/ledger.ts'
import type { EventFacts } from '#workflows/facts.ts'
import { absenceParameters, absenceSlot } from '#workflows/occasions/absence-occasion.ts'
import { nextDateSlot, occasionParameters } from '#workflows/occasions/date-occasion.ts'
import { segmentParameters } from '#workflows/occasions/segment-occasion.ts'
import type { SimulationInput } from './simulate.ts'

interface NextOccasion {
  readonly at: Date
  /** What the run would read as its event. */
  readonly event: EventFacts
}

/**
 * When the guest is next due after a moment; undefined: never. An invented guest was at the first venue that the workflow
 * is for, at that moment. A segment is entered or left at that moment.
 */
export function nextOccasion(input: SimulationInput, after: Date): NextOccasion | undefined {
  const { workflow, organisation, guest, ledger, isInvented } = input
  const { trigger } = workflow
  const { venues } = trigger
  const visit =
    lastVisit(ledger, venues) ?? (isInvented ? { serial: venues?.[0] ?? null, occurredAt: after } : undefined)
  const zoneOf = (serial: string | null) =>
    (serial !== null && organisation.venues.get(serial)?.time_zone) || organisation.settings.time_zone
  const at = (serial: string | null) => (serial === null ? [] : [serial])
  if ('date' in trigger) {
    const { date } = trigger
    const serial = (venues && visit?.serial) ?? null
    const { attributes } = guest
    const written = Object.hasOwn(attributes, date.attribute) ? attributes[date.attribute] : undefined
    const slot = nextDateSlot(date, written, zoneOf(serial), after)
    const parameters = slot && occasionParameters(date, slot.due, slot.since)
    return slot && parameters && { at: slot.at, event: { source: null, serials: at(serial), parameters } }
  }
  if ('segment' in trigger) {
    const { segment } = trigger
    const serial = (venues && visit?.serial) ?? null
    const parameters = segmentParameters(
      segment,
      input.segmentName ?? segment.id,
      after,
      segment.on === 'leaves' ? after : null,
    )
    return { at: after, event: { source: null, serials: at(serial), parameters } }
  }
  if (!('absence' in trigger) || visit === undefined) return undefined
  const slot = absenceSlot(trigger.absence, visit.occurredAt, zoneOf(visit.serial))
  if (slot.at < after) return undefined
  const parameters = absenceParameters(trigger.absence, visit.occurredAt)
  return { at: slot.at, event: { source: null, serials: at(visit.serial), parameters } }
}

function lastVisit(
  ledger: readonly LedgerEntry[],
  serials: readonly string[] | undefined,
): LedgerEntry | undefined {
  return ledger
    .filter(
      ({ kind, serial }) =>
        kind === 'visit' && (serials === undefined || (serial !== null && serials.includes(serial))),
    )
    .toSorted(
      (a, b) => b.occurredAt.getTime() - a.occurredAt.getTime() || (a.eventId < b.eventId ? 1 : -1),
    )[0]
}
