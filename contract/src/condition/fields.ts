import {
  type Names,
  quoted,
  segmentInWords,
  topicInWords,
  valueInWords,
  venueInWords,
  workflowInWords,
} from '../in-words.ts'
import { phrase, say, sayPhrase } from '../say.ts'
import type { Clock } from './clock.ts'
import type { FieldKind, FieldValue, Found } from './operators.ts'
import { type GuestVisits, noVisits, visitFactRows, visitFactRowsHere } from './visit-facts.ts'

/**
 * Every field that a condition can read. A row describes a field completely: validation, evaluation, the sentences
 * and the form all read it.
 */
interface FieldRow {
  /** `<key>`, `<node>` and `<workflow>` are placeholders for what the author enters. */
  readonly path: string
  readonly kind: FieldKind
  /** A text that is a date and time: the form offers the comparisons of dates too. */
  readonly isMoment?: true | undefined
  /** In the form. Rows that differ only after the author's part have the same label. */
  readonly label: string
  /** What the form suggests after a node or a workflow. */
  readonly suggestion?: string
  /** Only the conditions of segments can read it. */
  readonly inSegmentsOnly?: true
  /** In a sentence, in the singular: "*the guest's points balance* is at least 50". */
  words(keys: FieldKeys, names: Names): string
  /** Sentences for when it is true and when it is false. */
  readonly flag?: readonly [yes: string, no: string]
  /** Sentences for when a list has the entry and when it does not. */
  entry?(value: string, names: Names): readonly [yes: string, no: string]
  read(facts: FieldFacts, keys: FieldKeys): Found
}

/** What the author entered; empty where the path has no such part. */
export interface FieldKeys {
  readonly key: string
  readonly days: string
  readonly node: string
  readonly workflow: string
}

type Values = Readonly<Record<string, FieldValue>>

interface PastRuns {
  readonly count: number
  readonly completed: number
  readonly daysSinceLast: number
}

interface EventValues {
  readonly source: string | null
  readonly serials: readonly string[]
  readonly parameters: Values
}

/** What the fields are read from. */
export interface FieldFacts {
  readonly event: EventValues
  readonly guest: {
    readonly name: string | null
    readonly email: string | null
    readonly phone: string | null
    readonly email_consent: boolean
    readonly sms_consent: boolean
    readonly do_not_contact: boolean
    readonly tags: readonly string[]
    readonly points: number
    readonly attributes: Values
    /** The ids of the segments that the guest is known to be in; missing: none. */
    readonly segments?: readonly string[]
    /** The ids of the topics of marketing that the guest has turned off; missing: none. */
    readonly topics_off?: readonly string[]
  }
  readonly venue: { readonly serial: string; readonly name: string; readonly variables: Values } | null
  readonly workflow: { readonly variables: Values }
  readonly webhooks: Readonly<Record<string, { readonly status: number; readonly body: Values }>>
  /** The points that steps of the run gave or took, by node; missing: none. */
  readonly awarded?: Readonly<Record<string, number>>
  /** What the guest answered to questions of the run, by the node that asked; missing: nothing. */
  readonly answers?: Readonly<Record<string, number | boolean>>
  readonly pastRuns: ReadonlyMap<string, PastRuns>
  readonly clock: Clock
  /** The event that started the run. `event` is the same one, except where an event comes to a run under way. */
  readonly startedBy: EventValues
  /** Missing where nothing reads them. */
  readonly visits?: GuestVisits
  /** The guest's events; missing where nothing counts them. */
  readonly pastEvents?: readonly PastEvent[]
}

export interface PastEvent extends EventValues {
  /** In milliseconds since 1970. */
  readonly occurredAt: number
}

const DAY_MS = 86_400_000

/** The field that counts the guest's events. */
export const EVENT_COUNT = 'guest.events.<key>.last_<days>_days'

/** The field that is the present. */
export const NOW = 'now'

/** The field with the ids of the guest's segments. */
export const SEGMENTS = 'guest.segments'

/** The field with the ids of the topics that the guest has turned off. */
export const TOPICS_OFF = 'guest.topics_off'

const HERE = ' at this venue'

/** A label of the form in the current language. */
export const labelInWords = (label: string): string =>
  label.endsWith(HERE) ? say`${sayPhrase(label.slice(0, -HERE.length))} at this venue` : sayPhrase(label)

/** The facts about visits: over all venues, and at the venue of the run. A fact without a value is missing. */
const visitFields: readonly FieldRow[] = [
  ...visitFactRows.map(
    ({ name, kind, isMoment, label, words }): FieldRow => ({
      path: `guest.facts.${name}`,
      kind,
      isMoment,
      label,
      words: () => say`the guest's ${sayPhrase(words)}`,
      read: ({ visits = noVisits }) => visits.all[name] ?? undefined,
    }),
  ),
  ...visitFactRowsHere.map(
    ({ name, kind, isMoment, label, words }): FieldRow => ({
      path: `guest.facts_here.${name}`,
      kind,
      isMoment,
      label: `${label}${HERE}`,
      words: () => say`the guest's ${sayPhrase(words)} at this venue`,
      read: ({ visits = noVisits }) => visits.here[name] ?? undefined,
    }),
  ),
]

export const fields: readonly FieldRow[] = [
  {
    path: 'event.parameters.<key>',
    kind: 'any',
    label: phrase`Event: parameter …`,
    words: ({ key }) => say`the event's ${key}`,
    read: ({ event }, { key }) => own(event.parameters, key),
  },
  {
    path: 'event.source',
    kind: 'text',
    label: phrase`Event: source`,
    words: () => say`the event's source`,
    read: ({ event }) => event.source,
  },
  {
    path: 'event.serials',
    kind: 'list',
    label: phrase`Event: venues`,
    words: () => say`the event's venue`,
    entry: (serial, names) => [
      say`the event is about ${venueInWords(serial, names)}`,
      say`the event is not about ${venueInWords(serial, names)}`,
    ],
    read: ({ event }) => event.serials,
  },
  {
    path: 'started_by.parameters.<key>',
    kind: 'any',
    label: phrase`Started by: parameter …`,
    words: ({ key }) => say`the ${key} of the event that started the run`,
    read: ({ startedBy }, { key }) => own(startedBy.parameters, key),
  },
  {
    path: 'started_by.source',
    kind: 'text',
    label: phrase`Started by: source`,
    words: () => say`the source of the event that started the run`,
    read: ({ startedBy }) => startedBy.source,
  },
  {
    path: 'started_by.serials',
    kind: 'list',
    label: phrase`Started by: venues`,
    words: () => say`the venue of the event that started the run`,
    entry: (serial, names) => [
      say`the event that started the run is about ${venueInWords(serial, names)}`,
      say`the event that started the run is not about ${venueInWords(serial, names)}`,
    ],
    read: ({ startedBy }) => startedBy.serials,
  },
  {
    path: 'guest.points',
    kind: 'number',
    label: phrase`Guest: points`,
    words: () => say`the guest's points balance`,
    read: ({ guest }) => guest.points,
  },
  {
    path: 'guest.tags',
    kind: 'list',
    label: phrase`Guest: tags`,
    words: () => say`the guest's tags`,
    entry: tag => [
      say`the guest has the tag ${valueInWords(tag)}`,
      say`the guest does not have the tag ${valueInWords(tag)}`,
    ],
    read: ({ guest }) => guest.tags,
  },
  {
    path: SEGMENTS,
    kind: 'list',
    label: phrase`Guest: segments`,
    words: () => say`the guest's segments`,
    entry: (id, names) => [
      say`the guest is in the segment ${segmentInWords(id, names)}`,
      say`the guest is not in the segment ${segmentInWords(id, names)}`,
    ],
    read: ({ guest }) => guest.segments ?? [],
  },
  {
    path: EVENT_COUNT,
    kind: 'number',
    label: phrase`Guest: number of events …`,
    inSegmentsOnly: true,
    words: ({ key, days }) => say`the number of the guest's ${quoted(key)} events in the last ${days} days`,
    read: ({ pastEvents = [], clock }, { key, days }) =>
      pastEvents.filter(
        ({ source, occurredAt }) => source === key && occurredAt > clock.now - Number(days) * DAY_MS,
      ).length,
  },
  {
    path: 'guest.attributes.<key>',
    kind: 'any',
    label: phrase`Guest: attribute …`,
    words: ({ key }) => say`the guest's ${key}`,
    read: ({ guest }, { key }) => own(guest.attributes, key),
  },
  {
    path: 'guest.name',
    kind: 'text',
    label: phrase`Guest: name`,
    words: () => say`the guest's name`,
    read: ({ guest }) => guest.name,
  },
  {
    path: 'guest.email',
    kind: 'text',
    label: phrase`Guest: e-mail`,
    words: () => say`the guest's e-mail address`,
    read: ({ guest }) => guest.email,
  },
  {
    path: 'guest.phone',
    kind: 'text',
    label: phrase`Guest: phone`,
    words: () => say`the guest's phone number`,
    read: ({ guest }) => guest.phone,
  },
  {
    path: 'guest.email_consent',
    kind: 'boolean',
    label: phrase`Guest: agreed to e-mail`,
    words: () => say`the guest's consent to e-mail`,
    flag: [phrase`the guest agreed to e-mail`, phrase`the guest did not agree to e-mail`],
    read: ({ guest }) => guest.email_consent,
  },
  {
    path: 'guest.sms_consent',
    kind: 'boolean',
    label: phrase`Guest: agreed to SMS`,
    words: () => say`the guest's consent to SMS`,
    flag: [phrase`the guest agreed to SMS`, phrase`the guest did not agree to SMS`],
    read: ({ guest }) => guest.sms_consent,
  },
  {
    path: 'guest.do_not_contact',
    kind: 'boolean',
    label: phrase`Guest: not to be contacted`,
    words: () => say`the guest's wish not to be contacted`,
    flag: [phrase`the guest is not to be contacted`, phrase`the guest may be contacted`],
    read: ({ guest }) => guest.do_not_contact,
  },
  {
    path: TOPICS_OFF,
    kind: 'list',
    label: phrase`Guest: topics turned off`,
    words: () => say`the topics that the guest turned off`,
    entry: (id, names) => [
      say`the guest has the topic ${topicInWords(id, names)} off`,
      say`the guest has the topic ${topicInWords(id, names)} on`,
    ],
    read: ({ guest }) => guest.topics_off ?? [],
  },
  ...visitFields,
  {
    path: 'venue.serial',
    kind: 'text',
    label: phrase`Venue: code`,
    words: () => say`the venue's code`,
    read: ({ venue }) => venue?.serial,
  },
  {
    path: 'venue.name',
    kind: 'text',
    label: phrase`Venue: name`,
    words: () => say`the venue's name`,
    read: ({ venue }) => venue?.name,
  },
  {
    path: 'venue.variables.<key>',
    kind: 'any',
    label: phrase`Venue: variable …`,
    words: ({ key }) => say`the venue's ${key}`,
    read: ({ venue }, { key }) => own(venue?.variables, key),
  },
  {
    path: 'workflow.variables.<key>',
    kind: 'any',
    label: phrase`Workflow: variable …`,
    words: ({ key }) => say`the variable ${key}`,
    read: ({ workflow }, { key }) => own(workflow.variables, key),
  },
  {
    path: 'webhooks.<node>.status',
    kind: 'number',
    label: phrase`Webhook: answer …`,
    suggestion: 'status',
    words: ({ node }) => say`the status that ${quoted(node)} answered`,
    read: ({ webhooks }, { node }) => own(webhooks, node)?.status,
  },
  {
    path: 'webhooks.<node>.body.<key>',
    kind: 'any',
    label: phrase`Webhook: answer …`,
    suggestion: 'a value of the answer',
    words: ({ node, key }) => say`${quoted(key)} in the answer of ${quoted(node)}`,
    read: ({ webhooks }, { node, key }) => own(own(webhooks, node)?.body, key),
  },
  {
    path: 'awarded.<node>',
    kind: 'number',
    label: phrase`Points: awarded by …`,
    words: ({ node }) => say`the number of points that ${quoted(node)} awarded`,
    read: ({ awarded }, { node }) => own(awarded, node),
  },
  {
    path: 'answers.<node>',
    kind: 'any',
    label: phrase`Answer: to …`,
    words: ({ node }) => say`the answer to ${quoted(node)}`,
    read: ({ answers }, { node }) => own(answers, node),
  },
  {
    path: 'past_runs.<workflow>.count',
    kind: 'number',
    label: phrase`Past runs: …`,
    suggestion: 'how often',
    words: ({ workflow }, names) => say`the number of earlier runs of ${workflowInWords(workflow, names)}`,
    read: ({ pastRuns }, { workflow }) => pastRuns.get(workflow)?.count ?? 0,
  },
  {
    path: 'past_runs.<workflow>.completed',
    kind: 'number',
    label: phrase`Past runs: …`,
    suggestion: 'how often to the end',
    words: ({ workflow }, names) => say`the number of completed runs of ${workflowInWords(workflow, names)}`,
    read: ({ pastRuns }, { workflow }) => pastRuns.get(workflow)?.completed ?? 0,
  },
  {
    path: 'past_runs.<workflow>.days_since_last',
    kind: 'number',
    label: phrase`Past runs: …`,
    suggestion: 'days since the last time',
    words: ({ workflow }, names) =>
      say`the number of days since the last run of ${workflowInWords(workflow, names)}`,
    /** Missing for a guest who never had a run in it. */
    read: ({ pastRuns }, { workflow }) => pastRuns.get(workflow)?.daysSinceLast,
  },
  {
    path: NOW,
    kind: 'moment',
    label: phrase`Time: now`,
    words: () => say`the current time`,
    read: ({ clock }) => new Date(clock.now).toISOString(),
  },
]

/** Every field that a condition may name, for messages. */
export const fieldNames: readonly string[] = fields.map(({ path }) => path)

/** A field with the author's part. */
export interface NamedField {
  readonly row: FieldRow
  readonly keys: FieldKeys
}

export function findField(name: string): NamedField | undefined {
  const row = fixed.get(name)
  if (row !== undefined) return { row, keys: none }
  for (const { row, pattern } of keyed) {
    const match = pattern.exec(name)
    if (match !== null) return { row, keys: { ...none, ...match.groups } }
  }
  return undefined
}

const none: FieldKeys = { key: '', days: '', node: '', workflow: '' }
const fixed = new Map(fields.filter(({ path }) => !path.includes('<')).map(row => [row.path, row]))

const placeholders: Readonly<Record<keyof FieldKeys, string>> = {
  key: '[^]+',
  days: '[1-9]\\d{0,3}',
  node: '[\\w-]{1,64}',
  workflow: '[0-9a-f-]{36}',
}
const keyed = fields
  .filter(({ path }) => path.includes('<'))
  .map(row => ({
    row,
    pattern: new RegExp(`^${row.path.replaceAll('.', '\\.').replace(/<(\w+)>/g, group)}$`),
  }))

function group(_: string, name: string): string {
  return `(?<${name}>${placeholders[name as keyof FieldKeys]})`
}

/** `__proto__`, `constructor` and similar names are ordinary keys, present or absent. */
function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
