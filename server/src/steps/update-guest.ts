import { isPhone } from '@millrace/contract/phone'
import { isMailAddress } from '#channels/email/address.ts'
import type { FactValue } from '#workflows/facts.ts'
import { renderField } from './render-field.ts'
import { go, type Step, StepFailed } from './step.ts'

const ATTRIBUTE = 'attributes.'
const flags = new Set(['email_consent', 'sms_consent', 'do_not_contact'])

export const updateGuest: Step<'update_guest'> = (node, stepFacts) => {
  const fields: Record<string, FactValue> = {}
  const attributes: Record<string, FactValue> = Object.create(null)
  for (const [index, { field, value }] of node.changes.entries()) {
    const rendered =
      typeof value === 'string'
        ? renderField(node, `changes.${index}.value`, value, 'text', stepFacts)
        : value
    if (field.startsWith(ATTRIBUTE)) attributes[field.slice(ATTRIBUTE.length)] = rendered
    else fields[field] = checked(field, rendered)
  }
  const changed = [...Object.keys(fields), ...Object.keys(attributes).map(key => ATTRIBUTE + key)]
  return go(node.next, { changed }, { type: 'guest', changes: { fields, attributes } })
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
