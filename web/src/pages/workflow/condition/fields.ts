import type { Operator } from '@millrace/contract/condition'

type FieldType = 'text' | 'number' | 'truth' | 'list' | 'any'

/** What a condition can look at. One that ends with a dot goes on with a key of the organisation's choice. */
export const fields: readonly { field: string; label: string; type: FieldType }[] = [
  { field: 'event.parameters.', label: 'Event: parameter …', type: 'any' },
  { field: 'event.source', label: 'Event: source', type: 'text' },
  { field: 'event.serials', label: 'Event: venues', type: 'list' },
  { field: 'guest.points', label: 'Guest: points', type: 'number' },
  { field: 'guest.tags', label: 'Guest: tags', type: 'list' },
  { field: 'guest.attributes.', label: 'Guest: attribute …', type: 'any' },
  { field: 'guest.name', label: 'Guest: name', type: 'text' },
  { field: 'guest.email', label: 'Guest: e-mail', type: 'text' },
  { field: 'guest.phone', label: 'Guest: phone', type: 'text' },
  { field: 'guest.email_consent', label: 'Guest: agreed to e-mail', type: 'truth' },
  { field: 'guest.sms_consent', label: 'Guest: agreed to SMS', type: 'truth' },
  { field: 'guest.do_not_contact', label: 'Guest: not to be contacted', type: 'truth' },
  { field: 'venue.serial', label: 'Venue: serial', type: 'text' },
  { field: 'venue.name', label: 'Venue: name', type: 'text' },
  { field: 'venue.variables.', label: 'Venue: variable …', type: 'any' },
  { field: 'workflow.variables.', label: 'Workflow: variable …', type: 'any' },
  { field: 'webhooks.', label: 'Webhook: answer …', type: 'any' },
  { field: 'past_runs.', label: 'Past runs: …', type: 'any' },
]

/** Which of the above a path is, and the key that it goes on with. */
export function partsOf(path: string): { field: string; key: string } {
  const found = fields.find(({ field }) => (field.endsWith('.') ? path.startsWith(field) : path === field))
  return found ? { field: found.field, key: path.slice(found.field.length) } : { field: '', key: path }
}

const operators: Record<Operator, { label: string; types: readonly FieldType[] }> = {
  equals: { label: 'is', types: ['text', 'number', 'truth', 'any'] },
  not_equals: { label: 'is not', types: ['text', 'number', 'truth', 'any'] },
  greater_than: { label: 'is more than', types: ['number', 'any'] },
  at_least: { label: 'is at least', types: ['number', 'any'] },
  less_than: { label: 'is less than', types: ['number', 'any'] },
  at_most: { label: 'is at most', types: ['number', 'any'] },
  contains: { label: 'contains', types: ['text', 'list', 'any'] },
  not_contains: { label: 'does not contain', types: ['text', 'list', 'any'] },
  starts_with: { label: 'begins with', types: ['text', 'any'] },
  one_of: { label: 'is one of', types: ['text', 'number', 'any'] },
  none_of: { label: 'is none of', types: ['text', 'number', 'any'] },
  exists: { label: 'is there', types: ['text', 'number', 'truth', 'list', 'any'] },
  not_exists: { label: 'is not there', types: ['text', 'number', 'truth', 'list', 'any'] },
}

/** Those that make sense for the field, and the one that is there already. */
export function operatorsFor(field: string, current: Operator): { value: Operator; label: string }[] {
  const type = fields.find(one => one.field === field)?.type ?? 'any'
  return (Object.keys(operators) as Operator[])
    .filter(operator => operator === current || operators[operator].types.includes(type))
    .map(value => ({ value, label: operators[value].label }))
}

export const needsNoValue = (operator: Operator): boolean =>
  operator === 'exists' || operator === 'not_exists'
export const needsList = (operator: Operator): boolean => operator === 'one_of' || operator === 'none_of'
