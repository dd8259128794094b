import type { Facts, FactValue } from './facts.ts'

/** What a field holds: undefined when the event or the guest does not have it. */
export type Found = FactValue | readonly string[] | undefined

/** `any` is what integrators send: it is known only when it arrives. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'any'

export interface Field {
  readonly kind: FieldKind
  read(facts: Facts): Found
}

const fixed: Record<string, Field> = {
  'event.source': { kind: 'text', read: facts => facts.event.source },
  'event.serials': { kind: 'list', read: facts => facts.event.serials },
  'guest.tags': { kind: 'list', read: facts => facts.guest.tags },
  'guest.points': { kind: 'number', read: facts => facts.guest.points },
  'guest.name': { kind: 'text', read: facts => facts.guest.name },
  'guest.email': { kind: 'text', read: facts => facts.guest.email },
  'guest.phone': { kind: 'text', read: facts => facts.guest.phone },
  'guest.email_consent': { kind: 'boolean', read: facts => facts.guest.email_consent },
  'guest.sms_consent': { kind: 'boolean', read: facts => facts.guest.sms_consent },
  'guest.do_not_contact': { kind: 'boolean', read: facts => facts.guest.do_not_contact },
}

const PARAMETERS = 'event.parameters.'
const ATTRIBUTES = 'guest.attributes.'

/** Every field that a condition may name, for messages; the last two go on with a key of the sender's choice. */
export const fieldNames = [...Object.keys(fixed), `${PARAMETERS}<key>`, `${ATTRIBUTES}<key>`]

export function findField(name: string): Field | undefined {
  if (Object.hasOwn(fixed, name)) return fixed[name]
  if (name.startsWith(PARAMETERS) && name.length > PARAMETERS.length) {
    const key = name.slice(PARAMETERS.length)
    return { kind: 'any', read: facts => own(facts.event.parameters, key) }
  }
  if (name.startsWith(ATTRIBUTES) && name.length > ATTRIBUTES.length) {
    const key = name.slice(ATTRIBUTES.length)
    return { kind: 'any', read: facts => own(facts.guest.attributes, key) }
  }
  return undefined
}

/** `__proto__`, `constructor` and their like are keys as any other: there, or not there. */
function own(record: Readonly<Record<string, FactValue>>, key: string): FactValue | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
