import {
  BroadcastEvery,
  BroadcastOnce,
  BroadcastRule,
  isSentByHand,
  Pace,
} from '@millrace/contract/broadcast'
import { broadcastTimeInWords, paceInWords } from '@millrace/contract/broadcast-in-words'
import { listInWords, type Names, segmentInWords, venueInWords } from '@millrace/contract/in-words'
import { say } from '@millrace/contract/say'
import { durationInWords } from '@millrace/contract/value-in-words'
import {
  AbsenceRule,
  DateRule,
  dateName,
  hoursAfter,
  ReEntry,
  SegmentRule,
  Trigger,
} from '@millrace/contract/workflow'
import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { conditionAfter, eventInWords } from './describe-listened.ts'

/** What starts it, after "when". */
export function triggerInWords(trigger: Trigger, names: Names): string {
  const { when, venues } = trigger
  const where =
    venues === undefined
      ? say`at any venue`
      : say`at ${listInWords(
          venues.map(serial => venueInWords(serial, names)),
          'or',
        )}`
  if ('date' in trigger) {
    const whose = venues === undefined ? '' : say`, for guests who have been ${where}`
    return `${dateInWords(trigger.date)}${whose}${conditionAfter(when, names)}`
  }
  if ('absence' in trigger) {
    return `${absenceInWords(trigger.absence, where)}${conditionAfter(when, names)}`
  }
  if ('segment' in trigger) {
    const whose = venues === undefined ? '' : say`, for guests who have been ${where}`
    return `${segmentMoveInWords(trigger.segment, names)}${whose}${conditionAfter(when, names)}`
  }
  if ('broadcast' in trigger) {
    const whose = venues === undefined ? '' : say`, for guests who have been ${where}`
    return `${broadcastInWords(trigger.broadcast, names)}${whose}${conditionAfter(when, names)}`
  }
  const { source, listener } = trigger
  const beside = listener ? say`, as one of several workflows,` : ''
  return `${eventInWords(source)}${beside} ${where}${conditionAfter(when, names)}`
}

/** "it is 7 days before the guest's birthday, every year at 10:00", "it is 3 hours after the guest's last visit". */
function dateInWords(rule: DateRule): string {
  const { repeats, days_before, days_after, time } = rule
  const hours = hoursAfter(rule)
  const days = days_before ?? days_after
  const name = say`the guest's ${dateName(rule)}`
  const dated = repeats === 'yearly' ? say`${name}, every year` : name
  const date = hours === undefined ? say`${dated} at ${time}` : dated
  if (hours === undefined && days === undefined) return say`it is ${date}`
  const span = durationInWords(
    hours === undefined
      ? { amount: days as number, unit: 'days' }
      : { amount: Math.abs(hours), unit: 'hours' },
  )
  const isBefore = hours === undefined ? Boolean(days_before) : hours < 0
  return isBefore ? say`it is ${span} before ${date}` : say`it is ${span} after ${date}`
}

/** "a guest has not been at any venue for 60 days, at 10:00", "a guest has had no event from "bookings" at any venue for …". */
function absenceInWords({ days, sources, time }: AbsenceRule, where: string): string {
  const names = sources?.map(source => `"${source}"`)
  const what = names === undefined ? say`not been` : say`had no event from ${listInWords(names, 'or')}`
  return say`a guest has ${what} ${where} for ${durationInWords({ amount: days, unit: 'days' })}, at ${time}`
}

/** "a guest enters the segment "Regulars", and for those who are in it already". */
const segmentMoveInWords = ({ id, on, already_in }: SegmentRule, names: Names): string =>
  `${on === 'enters' ? say`a guest enters the segment ${segmentInWords(id, names)}` : say`a guest leaves the segment ${segmentInWords(id, names)}`}${already_in === 'start' ? say`, and for those who are in it already` : ''}`

/** "it is sent to the segment "Regulars", every Friday at 16:00 by the venue's clock, at most 500 guests an hour". */
function broadcastInWords(rule: BroadcastRule, names: Names): string {
  const pace = rule.pace === undefined ? '' : `, ${paceInWords(rule.pace)}`
  const time = isSentByHand(rule) ? say`by a member` : broadcastTimeInWords(rule)
  return say`it is sent to the segment ${segmentInWords(rule.segment, names)}, ${time}${pace}`
}

/** "a guest enters at most once in 30 days". */
export function reEntryInWords({ within, per }: ReEntry): string {
  const where = per === 'guest_and_venue' ? say` at each venue` : ''
  return say`a guest enters${where} ${within === null ? say`once` : say`at most once in ${durationInWords(within)}`}`
}

/** Only for values that are what they should be: a draft may have anything anywhere. */
const part =
  <S extends TSchema>(schema: S, inWords: (value: Static<S>, names: Names) => string) =>
  (value: unknown, names: Names): string | undefined =>
    Check(schema, value) ? inWords(value as Static<S>, names) : undefined

const segment = part(Type.String(), segmentInWords)

const parts: Readonly<Record<string, ReturnType<typeof part>>> = {
  '': part(Trigger, (trigger, names) => say`when ${triggerInWords(trigger, names)}`),
  date: part(DateRule, dateInWords),
  absence: part(AbsenceRule, rule => absenceInWords(rule, say`there`)),
  segment: part(SegmentRule, segmentMoveInWords),
  'segment.id': segment,
  broadcast: part(BroadcastRule, broadcastInWords),
  'broadcast.segment': segment,
  'broadcast.once': part(BroadcastOnce, once => broadcastTimeInWords({ segment: '', once })),
  'broadcast.every': part(BroadcastEvery, every => broadcastTimeInWords({ segment: '', every })),
  'broadcast.pace': part(Pace, paceInWords),
  re_entry: part(ReEntry, reEntryInWords),
  venues: part(Type.Array(Type.String()), (serials, names) =>
    listInWords(
      serials.map(serial => venueInWords(serial, names)),
      'and',
    ),
  ),
}

/** A part of a trigger, by its path, in words; undefined where its value says it by itself. */
export const triggerPartInWords = (path: string, value: unknown, names: Names): string | undefined =>
  parts[path]?.(value, names)
