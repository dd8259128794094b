import { isSentByHand } from '@millrace/contract/broadcast'
import { type DateRule, dateName, hoursAfter } from '@millrace/contract/workflow'
import { dateIn } from '#calendar/date-in.ts'
import { readMoment } from '#calendar/read-moment.ts'
import type { LedgerEntry } from '#visits/ledger.ts'
import type { EventFacts } from '#workflows/facts.ts'
import { absenceParameters, absenceSlot } from '#workflows/occasions/absence-occasion.ts'
import { broadcastParameters, nextBroadcastSlot } from '#workflows/occasions/broadcast-occasion.ts'
import { momentParameters, nextDateSlot, occasionParameters } from '#workflows/occasions/date-occasion.ts'
import { dueAfter } from '#workflows/occasions/hours.ts'
import { segmentParameters } from '#workflows/occasions/segment-occasion.ts'
import type { SimulationInput } from './simulate.ts'

interface NextOccasion {
  readonly at: Date
  /** What the run would read as its event. */
  readonly event: EventFacts
}

/**
 * When the guest is next due after a moment; undefined: never. An invented guest was at the first venue that the workflow
 * is for, at that moment. A segment is entered or left at that moment, and a broadcast that a member sends is sent then.
 */
export function nextOccasion(input: SimulationInput, after: Date): NextOccasion | undefined {
  const { workflow, organisation, guest, ledger, isInvented } = input
  const { trigger } = workflow
  const { venues } = trigger
  const sources = 'absence' in trigger ? trigger.absence.sources : undefined
  const visit =
    visitsAt(ledger, venues, sources).at(-1) ??
    (isInvented ? { serial: venues?.[0] ?? null, occurredAt: after } : undefined)
  const zoneOf = (serial: string | null) =>
    (serial !== null && organisation.venues.get(serial)?.time_zone) || organisation.settings.time_zone
  const at = (serial: string | null) => (serial === null ? [] : [serial])
  if ('date' in trigger) {
    const { date } = trigger
    const celebrated = date.fact === 'first_visit' ? (visitsAt(ledger, venues)[0] ?? visit) : visit
    const serial = (date.fact === undefined ? venues && visit?.serial : celebrated?.serial) ?? null
    const zone = zoneOf(serial)
    const attribute = dateName(date)
    const { attributes } = guest
    const written = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined
    const moment = date.fact === undefined ? momentIn(written, zone) : celebrated?.occurredAt
    const day = date.fact === undefined ? written : moment && dateIn(moment, zone)
    const due =
      hoursAfter(date) === undefined ? dueByDay(date, day, zone, after) : dueByHour(date, moment, after)
    return due && { at: due.at, event: { source: null, serials: at(serial), parameters: due.parameters } }
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
  if ('broadcast' in trigger) {
    const { broadcast } = trigger
    const isAsked = venues !== undefined || broadcast.clock === 'venue'
    const serial = (isAsked && visit?.serial) || null
    const zone = broadcast.clock === 'venue' ? zoneOf(serial) : zoneOf(null)
    const dueAt = isSentByHand(broadcast) ? after : nextBroadcastSlot(broadcast, [zone], after)?.at
    const { segment: segmentId } = broadcast
    const segment = input.segmentName ?? segmentId
    const parameters = dueAt && broadcastParameters({ id: BROADCAST_ID, segment, segmentId, dueAt })
    return dueAt && parameters && { at: dueAt, event: { source: null, serials: at(serial), parameters } }
  }
  if (!('absence' in trigger) || visit === undefined) return undefined
  const slot = absenceSlot(trigger.absence, visit.occurredAt, zoneOf(visit.serial))
  if (slot.at < after) return undefined
  const parameters = absenceParameters(trigger.absence, visit.occurredAt)
  return { at: slot.at, event: { source: null, serials: at(visit.serial), parameters } }
}

/** It is not stored. */
const BROADCAST_ID = '00000000-0000-7000-8000-000000000002'

interface DueAt {
  readonly at: Date
  readonly parameters: EventFacts['parameters']
}

function dueByDay(date: DateRule, written: unknown, zone: string, after: Date): DueAt | undefined {
  const slot = nextDateSlot(date, written, zone, after)
  return slot && { at: slot.at, parameters: occasionParameters(date, slot.due, slot.since) }
}

function dueByHour(date: DateRule, moment: Date | undefined, after: Date): DueAt | undefined {
  if (moment === undefined) return undefined
  const at = dueAfter(date, moment)
  return at > after ? { at, parameters: momentParameters(date, moment) } : undefined
}

const momentIn = (written: unknown, zone: string) =>
  typeof written === 'string' ? readMoment(written, zone) : undefined

/** In the order of time. With sources, their events, whatever they mean. */
const visitsAt = (
  ledger: readonly LedgerEntry[],
  serials: readonly string[] | undefined,
  sources?: readonly string[],
): LedgerEntry[] =>
  ledger
    .filter(({ kind, source }) => (sources === undefined ? kind === 'visit' : sources.includes(source)))
    .filter(({ serial }) => serials === undefined || (serial !== null && serials.includes(serial)))
    .toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || (a.eventId < b.eventId ? -1 : 1))
