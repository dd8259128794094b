import type { WorkflowAtVenue } from '@millrace/contract/dashboard/venues'
import type { Variable } from '@millrace/contract/workflow'
import { isRecord } from '#workflows/record.ts'

type Values = Readonly<Record<string, Variable['value']>>

/** The variables of a document, as far as they can be read: a draft may be anything. */
export function variablesIn(document: unknown): Variable[] {
  const stored = isRecord(document) ? document.variables : undefined
  return Array.isArray(stored) ? stored.filter(isVariable) : []
}

/** The same for one venue, each with the value that is the venue's own, where it has one. */
export const variablesFor = (document: unknown, serial: string): WorkflowAtVenue['variables'] =>
  variablesIn(document).map(({ key, value, venues = {} }) => ({
    key,
    value,
    ...(Object.hasOwn(venues, serial) ? { own: venues[serial] as Variable['value'] } : {}),
  }))

/** Does it take events of this venue? One that cannot be read yet may. */
export function isForVenue(document: unknown, serial: string): boolean {
  const venues = isRecord(document) && isRecord(document.trigger) ? document.trigger.venues : undefined
  return !Array.isArray(venues) || venues.includes(serial)
}

/** The document with these as the venue's own values, and no others; all else stays as it is. */
export function withOwnValues(document: unknown, serial: string, values: Values): unknown {
  if (!isRecord(document) || !Array.isArray(document.variables)) return document
  return {
    ...document,
    variables: document.variables.map(variable =>
      isVariable(variable) ? withOwnValue(variable, serial, values) : variable,
    ),
  }
}

function withOwnValue({ venues = {}, ...variable }: Variable, serial: string, values: Values): Variable {
  const others = Object.entries(venues).filter(([venue]) => venue !== serial)
  const own = Object.hasOwn(values, variable.key) ? [[serial, values[variable.key]] as const] : []
  const all = [...others, ...own]
  return all.length === 0 ? variable : { ...variable, venues: Object.fromEntries(all) as typeof venues }
}

function isVariable(value: unknown): value is Variable {
  if (!isRecord(value) || typeof value.key !== 'string' || !isScalar(value.value)) return false
  return value.venues === undefined || (isRecord(value.venues) && Object.values(value.venues).every(isScalar))
}

const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
