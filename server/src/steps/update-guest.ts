import type { GuestUpdate } from '@millrace/contract/node'
import { isPhone } from '@millrace/contract/phone'
import { isMailAddress } from '#channels/email/address.ts'
import type { FactValue } from '#workflows/facts.ts'
import { numberFrom } from '#workflows/values/number-value.ts'
import type { NotFound } from '#workflows/values/read-field.ts'
import { exactSum } from '#workflows/values/sums.ts'
import type { ValueFound } from '#workflows/values/value-from-data.ts'
import { newValue } from './new-value.ts'
import { go, type Step, type StepDetail, type StepFacts, StepFailed, skip } from './step.ts'

const ATTRIBUTE = 'attributes.'
const flags = new Set(['email_consent', 'sms_consent', 'do_not_contact'])

/**
 * A change whose value is not in the data is left out, and the others are made: they do not depend on it. A step that
 * can make no change is skipped.
 */
export const updateGuest: Step<'update_guest'> = (node, stepFacts) => {
  const updates = node.changes.map((update, index) => ({
    update,
    found:
      'plus' in update
        ? amountToAdd(update, stepFacts)
        : newValue(node, `changes.${index}.value`, update.value, stepFacts),
  }))
  const leftOut = updates.flatMap(({ update, found }) => (found.ok ? [] : [reasonOf(update, found)]))
  const [first, ...others] = leftOut
  if (first !== undefined && leftOut.length === updates.length)
    return skip(node.next, 'no_value', { ...first, ...(others.length === 0 ? {} : { left_out: leftOut }) })

  // The keys of attributes are chosen by people, `__proto__` included.
  const fields: Record<string, FactValue> = {}
  const attributes: Record<string, FactValue> = Object.create(null)
  const added: Record<string, number> = Object.create(null)
  const values: Record<string, FactValue> = Object.create(null)
  for (const { update, found } of updates) {
    if (!found.ok) continue
    const { field } = update
    const key = field.slice(ATTRIBUTE.length)
    if ('plus' in update) added[key] = found.value as number
    else if (field.startsWith(ATTRIBUTE)) attributes[key] = found.value
    else fields[field] = checked(field, found.value)
    // What comes from data is known only here, so the run shows it.
    if (!('plus' in update) && isFromData(update.value)) values[field] = found.value
  }
  const named = (record: object) => Object.keys(record).map(key => ATTRIBUTE + key)
  const detail = {
    changed: [...Object.keys(fields), ...named(attributes), ...named(added)],
    ...(isEmpty(values) ? {} : { values }),
    ...(isEmpty(added) ? {} : { added }),
    ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
  }
  return go(node.next, detail, { type: 'guest', changes: { fields, attributes, added } })
}

type Setting = Extract<GuestUpdate, { value: unknown }>
type Adding = Extract<GuestUpdate, { plus: unknown }>

const isEmpty = (record: object) => Object.keys(record).length === 0
const isFromData = (value: Setting['value']) => value !== null && typeof value === 'object'

const reasonOf = ({ field: change }: GuestUpdate, { expected, field, found }: NotFound): StepDetail => ({
  change,
  expected,
  field,
  found,
})

/** The database does the addition. This only checks that there are two numbers to add, and that the sum is one. */
function amountToAdd({ field: to, plus }: Adding, { facts }: StepFacts): ValueFound {
  const amount = typeof plus === 'number' ? ({ ok: true, number: plus } as const) : numberFrom(plus, facts)
  if (!amount.ok) return amount
  const key = to.slice(ATTRIBUTE.length)
  const { attributes } = facts.guest
  const there = (Object.hasOwn(attributes, key) ? attributes[key] : null) ?? 0
  const field = `guest.${to}`
  if (typeof there !== 'number') return { ok: false, field, expected: 'a number', found: there }
  if (!Number.isFinite(exactSum(there, amount.number)))
    return { ok: false, field, expected: 'a smaller number', found: there }
  return { ok: true, value: amount.number }
}

/** The result of a template is only known here. */
function checked(field: string, value: FactValue): FactValue {
  if (flags.has(field)) {
    if (typeof value !== 'boolean') throw new StepFailed('unfit_value', `${field} must be true or false.`)
    return value
  }
  if (value === null || value === '') return null
  const text = String(value).slice(0, 254).toWellFormed()
  if (field === 'email' && !isMailAddress(text)) {
    throw new StepFailed('unfit_value', 'What the template gave for the e-mail address is none.')
  }
  if (field === 'phone' && !isPhone(text)) {
    throw new StepFailed(
      'unfit_value',
      'What the template gave for the phone number is none, as +442079460000.',
    )
  }
  return text
}
