import type { Condition, Leaf, Operator, Scalar } from '@millrace/contract/condition'
import { listInWords, quoted, valueInWords } from './describe-value.ts'

/** What people call things whose ids or serials a document names. */
export interface Names {
  readonly venues?: ReadonlyMap<string, string>
  readonly workflows?: ReadonlyMap<string, string>
}

/** A condition read aloud: "the event's spend is at least 50 and the guest has the tag "vip"". */
export function describeCondition(condition: Condition, names: Names = {}): string {
  return inWords(condition, names, false)
}

function inWords(condition: Condition, names: Names, inside: boolean): string {
  if ('not' in condition) return negated(condition.not, names)
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : undefined
  if (parts === undefined) return leafInWords(condition as Leaf, names)
  const words = parts.map(part => inWords(part, names, parts.length > 1))
  const text = words.join('all' in condition ? ' and ' : ' or ')
  return inside && words.length > 1 ? `(${text})` : text
}

/** Each holds exactly where the other does not. */
const opposites: Readonly<Partial<Record<Operator, Operator>>> = {
  equals: 'not_equals',
  not_equals: 'equals',
  contains: 'not_contains',
  not_contains: 'contains',
  one_of: 'none_of',
  none_of: 'one_of',
  exists: 'not_exists',
  not_exists: 'exists',
}

function negated(condition: Condition, names: Names): string {
  const opposite = 'operator' in condition ? opposites[condition.operator] : undefined
  return opposite === undefined
    ? `it is not so that ${inWords(condition, names, true)}`
    : leafInWords({ ...(condition as Leaf), operator: opposite }, names)
}

function leafInWords({ field, operator, value }: Leaf, names: Names): string {
  const special = specialWords(field, operator, value, names)
  if (special !== undefined) return special
  const words = operatorWords[operator]
  const said =
    value === undefined
      ? ''
      : ` ${Array.isArray(value) ? listInWords(value.map(valueInWords), 'or') : valueInWords(value)}`
  return `${fieldInWords(field, names)} ${words}${said}`
}

const operatorWords: Readonly<Record<Operator, string>> = {
  equals: 'is',
  not_equals: 'is not',
  greater_than: 'is more than',
  at_least: 'is at least',
  less_than: 'is less than',
  at_most: 'is at most',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  one_of: 'is one of',
  none_of: 'is none of',
  exists: 'is known',
  not_exists: 'is not known',
}

const flagWords: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  'guest.email_consent': ['the guest agreed to e-mail', 'the guest did not agree to e-mail'],
  'guest.sms_consent': ['the guest agreed to SMS', 'the guest did not agree to SMS'],
  'guest.do_not_contact': ['the guest is not to be contacted', 'the guest may be contacted'],
}

function specialWords(
  field: string,
  operator: Operator,
  value: Leaf['value'],
  names: Names,
): string | undefined {
  const flag = Object.hasOwn(flagWords, field) ? flagWords[field] : undefined
  if (flag !== undefined && operator === 'equals') return value === true ? flag[0] : flag[1]
  if (flag !== undefined && operator === 'not_equals') return value === true ? flag[1] : flag[0]
  if (operator !== 'contains' && operator !== 'not_contains') return undefined
  const negated = operator === 'not_contains'
  if (field === 'guest.tags')
    return `the guest ${negated ? 'does not have' : 'has'} the tag ${valueInWords(value as Scalar)}`
  if (field === 'event.serials')
    return `the event is ${negated ? 'not ' : ''}about ${venueInWords(String(value), names)}`
  return undefined
}

export const venueInWords = (serial: string, { venues }: Names): string => venues?.get(serial) ?? serial

const fixed: Readonly<Record<string, string>> = {
  'event.source': "the event's source",
  'event.serials': "the event's venue",
  'guest.email': "the guest's e-mail address",
  'guest.phone': "the guest's phone number",
  'guest.email_consent': "the guest's consent to e-mail",
  'guest.sms_consent': "the guest's consent to SMS",
  'guest.do_not_contact': "the guest's wish not to be contacted",
}

const figures: Readonly<Record<string, string>> = {
  count: 'the number of earlier runs of',
  completed: 'the number of completed runs of',
  days_since_last: 'the days since the last run of',
}

function fieldInWords(field: string, { workflows }: Names): string {
  if (Object.hasOwn(fixed, field)) return fixed[field] as string
  const parts = field.split('.')
  const [root = '', second = ''] = parts
  const rest = parts.slice(2).join('.')
  if (root === 'webhooks')
    return rest === 'status'
      ? `the status that ${quoted(second)} answered`
      : `${quoted(rest.replace(/^body\./, ''))} in the answer of ${quoted(second)}`
  if (root === 'past_runs') return `${figures[rest] ?? rest} ${quoted(workflows?.get(second) ?? second)}`
  if (root === 'workflow') return `the variable ${rest}`
  return `the ${root}'s ${rest === '' ? second : rest}`
}
