import { type ExplainedLeaf, unmetInWords } from './condition/in-words.ts'
import { listInWords, type Names, venueInWords } from './in-words.ts'
import { phrase, say, sayPhrase } from './say.ts'

/**
 * Why an event started no run, one row for each reason. Receipts, the dashboard, the guest's timeline, the command
 * line and the simulator take their words from here; a test checks the table in `docs/contract.md` against it.
 */

interface ReasonRow {
  /** Where only the reason is known, as in a count of many events: "3 events: *it is paused*". */
  readonly short: string
  /** With the rule responsible, where the detail has one: ""Welcome" did not match: *it is for Soho, and the event is about Camden*". */
  because?(detail: Detail, names: NamesAndTimes): string | undefined
}

/** A reason that a receipt can give: its words, and what the documentation says about its detail. */
interface SkipReasonRow extends ReasonRow {
  readonly detail: string
}

type Detail = Readonly<Record<string, unknown>>

export interface NamesAndTimes extends Names {
  /** How to write a moment. Default: ISO 8601. */
  moment?(iso: string): string
}

export const skipReasons = {
  condition_failed: {
    detail:
      '`conditions`: each with `field`, `operator`, `expected`, `found`, and `reason` if they cannot be compared',
    short: phrase`its conditions are not met`,
    because: ({ conditions }, names) => {
      const unmet = unmetIn(conditions, names)
      return unmet === undefined ? undefined : say`it requires that ${unmet}`
    },
  },
  wait_condition_failed: {
    detail:
      '`run_id`, `node_id`, `conditions`: each with `field`, `operator`, `expected`, `found`, and `reason` if they cannot be compared',
    short: phrase`the run that waits for this event requires other values`,
    because: ({ conditions }, names) => {
      const unmet = unmetIn(conditions, names)
      return unmet === undefined ? undefined : say`the run that waits for this event requires that ${unmet}`
    },
  },
  venue_not_targeted: {
    detail: '`targeted`, `serials`',
    short: phrase`it is for other venues`,
    because: ({ targeted, serials, visited }, names) => {
      if (targeted === undefined) return undefined
      if (visited === false)
        return say`it is for guests who have been at ${venuesInWords(targeted, 'or', names)}`
      return say`it is for ${venuesInWords(targeted, 'or', names)}, and the event is about ${venuesInWords(serials, 'and', names) || say`no venue`}`
    },
  },
  re_entry_limited: {
    detail: '`until` (null: never again), `per`',
    short: phrase`the guest was in it before`,
    because: ({ until }, { moment = iso => iso }) =>
      typeof until === 'string'
        ? say`the guest was in it recently and can enter again on ${moment(until)}`
        : say`the guest was in it before, and it takes each guest once`,
  },
  workflow_paused: { detail: '', short: phrase`it is paused` },
  venue_paused: {
    detail: '`serial`',
    short: phrase`the venue is paused`,
    because: ({ serial }, names) =>
      typeof serial === 'string' ? say`the venue ${venueInWords(serial, names)} is paused` : undefined,
  },
  loop_suspected: {
    detail: '`hops`: how many webhooks of Millrace led to the event',
    short: phrase`it seems to trigger itself`,
    because: ({ hops }) =>
      typeof hops === 'number' && hops > 0
        ? say`it seems to trigger itself: ${hops} of our webhooks led to this event, one after the other`
        : say`it seems to trigger itself: it started for this guest too often within a minute`,
  },
} as const satisfies Record<string, SkipReasonRow>

export type SkipReasonName = keyof typeof skipReasons

export const skipReasonNames = Object.keys(skipReasons) as SkipReasonName[]

/** Why a stored event is not replayed into a workflow, in addition to routing's reasons. */
export const replayReasons = {
  already_pushed: { short: phrase`they were sent into it before` },
  guest_gone: { short: phrase`the guest has been deleted` },
} as const satisfies Record<string, Pick<ReasonRow, 'short'>>

export type ReplayReasonName = SkipReasonName | keyof typeof replayReasons

/** Why a member of its segment is left out of a broadcast, in addition to routing's reasons. */
export const broadcastReasons = {
  do_not_contact: { short: phrase`the guest must not be contacted` },
  no_consent: { short: phrase`the guest has not agreed to its messages` },
  topic_off: { short: phrase`the guest does not want messages on its topic` },
  no_address: { short: phrase`the guest has no address for its messages` },
  suppressed: { short: phrase`nothing may be sent to the address of the guest` },
} as const satisfies Record<string, Pick<ReasonRow, 'short'>>

export const broadcastReasonNames = Object.keys(broadcastReasons) as (keyof typeof broadcastReasons)[]

export type BroadcastReasonName = SkipReasonName | keyof typeof broadcastReasons

/** The simulator asks one workflow, so the event may be for another. */
export const simulationReasons = {
  other_source: {
    short: phrase`it listens to other events`,
    because: ({ listens, source, segment, broadcast }) =>
      listens === undefined
        ? say`${segment === true ? say`a segment` : broadcast === true ? say`a broadcast` : say`the clock`} starts it, and no event`
        : say`it listens to ${eventsFrom(listens as string | null)}, and this is one of ${eventsFrom(source as string | null)}`,
  },
  no_occasion: {
    short: phrase`the guest is never due`,
    because: ({ date, days, sources, broadcast }) => {
      if (broadcast === true) return say`its time has passed`
      if (typeof date === 'string') return say`the guest's ${date} is no date that is still to come`
      return typeof days === 'number'
        ? sources === undefined
          ? say`the guest has no visit that will be ${days} days ago`
          : say`the guest has no event of its sources that will be ${days} days ago`
        : say`events start it, and not the clock`
    },
  },
} as const satisfies Record<string, ReasonRow>

export const simulationReasonNames = Object.keys(simulationReasons) as (keyof typeof simulationReasons)[]

export type SimulationReasonName = BroadcastReasonName | keyof typeof simulationReasons

const shortWords: Readonly<Record<string, { readonly short: string }>> = {
  ...skipReasons,
  ...replayReasons,
  ...broadcastReasons,
}

/** A reason of an older or newer release is shown by its name. */
export const reasonInShort = (reason: string): string =>
  sayPhrase(
    (Object.hasOwn(shortWords, reason) ? shortWords[reason]?.short : undefined) ??
      reason.replaceAll('_', ' '),
  )

/** Why one workflow did not take the event. */
export function reasonInWords(
  { reason, detail }: { readonly reason: SimulationReasonName; readonly detail: Detail },
  names: NamesAndTimes = {},
): string {
  const rows: Readonly<Record<SimulationReasonName, ReasonRow>> = {
    ...skipReasons,
    ...broadcastReasons,
    ...simulationReasons,
  }
  return rows[reason].because?.(detail, names) ?? sayPhrase(rows[reason].short)
}

/** For an event that no workflow considered and that had no other effect. */
export const unmatchedInWords = (source: string | null): string =>
  say`no active workflow listens to ${source === null ? eventsFrom(null) : say`the source "${source}"`}`

function unmetIn(conditions: unknown, names: Names): string | undefined {
  if (!Array.isArray(conditions) || conditions.length === 0) return undefined
  return listInWords(
    (conditions as ExplainedLeaf[]).map(leaf => unmetInWords(leaf, names)),
    'and',
  )
}

const eventsFrom = (source: string | null) =>
  source === null ? say`events without a source` : say`events from "${source}"`

const venuesInWords = (serials: unknown, last: 'and' | 'or', names: Names): string =>
  listInWords(
    (Array.isArray(serials) ? serials : []).map(serial => venueInWords(String(serial), names)),
    last,
  )
