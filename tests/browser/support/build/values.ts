import type { Duration } from '@millrace/contract/calendar'
import type { MomentFromData, NumberFromData, ValueFromData } from '@millrace/contract/value'
import type { Locator } from 'playwright-core'
import { chooseField } from './fields.ts'
import { type Hand, labelled } from './hand.ts'

/** Values as the forms take them: written down, or from data. */

const asText = (value: number | undefined) => (value === undefined ? '' : String(value))

export async function fillDuration(
  hand: Hand,
  at: Locator,
  label: string,
  { amount, unit }: Duration,
): Promise<void> {
  await hand.fill(labelled(at, `${label}: amount`), String(amount))
  await hand.choose(labelled(at, `${label}: unit`), unit)
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The wanted days first: a list of days is never empty. */
export async function tickWeekdays(hand: Hand, at: Locator, days: readonly number[]): Promise<void> {
  const isWanted = (name: string) => days.includes(WEEKDAYS.indexOf(name) + 1)
  for (const name of WEEKDAYS.toSorted((one, other) => Number(isWanted(other)) - Number(isWanted(one))))
    await hand.tick(labelled(at, name), isWanted(name))
}

export async function fillMoment(
  hand: Hand,
  at: Locator,
  moment: MomentFromData,
  label = 'Date',
): Promise<void> {
  const { field, before, after, time } = moment
  await chooseField(hand, at, label, field)
  await hand.choose(labelled(at, 'When'), before ? 'Before' : after ? 'After' : 'Exactly then')
  const length = before ?? after
  if (length !== undefined) await fillDuration(hand, at, 'How long', length)
  await hand.fill(labelled(at, 'Time of day'), time ?? '')
}

const roundings = { down: 'Down', nearest: 'To the nearest', up: 'Up' } as const

async function fillNumberFromData(
  hand: Hand,
  at: Locator,
  label: string,
  value: NumberFromData,
): Promise<void> {
  await chooseField(hand, at, label, value.field)
  await hand.fill(labelled(at, 'Times'), asText(value.times))
  await hand.fill(labelled(at, 'Plus'), asText(value.plus))
  await hand.choose(labelled(at, 'Round'), value.round === undefined ? 'Not rounded' : roundings[value.round])
  await hand.fill(labelled(at, 'At least'), asText(value.at_least))
  await hand.fill(labelled(at, 'At most'), asText(value.at_most))
  await hand.fill(labelled(at, 'If it is missing'), asText(value.or))
}

/** A number that is written down, or taken from data. */
export async function fillNumber(
  hand: Hand,
  at: Locator,
  label: string,
  value: number | NumberFromData,
): Promise<void> {
  const isWritten = typeof value === 'number'
  await hand.choose(labelled(at, label), isWritten ? 'A fixed number' : 'A value from the event or the guest')
  if (isWritten) await hand.fill(labelled(at, 'Amount'), String(value))
  else await fillNumberFromData(hand, at, label, value)
}

export async function fillFromData(
  hand: Hand,
  at: Locator,
  label: string,
  value: ValueFromData,
): Promise<void> {
  if ('number' in value) return fillNumberFromData(hand, at, label, value.number)
  if ('moment' in value) return fillMoment(hand, at, value.moment)
  await chooseField(hand, at, label, value.yes_no.field)
  if (value.yes_no.or !== undefined)
    await hand.choose(labelled(at, 'If it is missing'), value.yes_no.or ? 'Yes' : 'No')
}
