import type { DeliveryRule, DeliveryValue, Mapping } from '@millrace/contract/connection-mapping'
import { compilePath, PathFault } from './path.ts'

/** What is wrong with a mapping beyond its form, by the field it is at. */
export type MappingFaults = Record<string, string[]>

export function checkMapping(mapping: Mapping): MappingFaults {
  const faults: MappingFaults = {}
  const add = (field: string, sentence: string) => {
    faults[field] = [...(faults[field] ?? []), sentence]
  }
  if (mapping.each !== undefined) checkPath(mapping.each, 'each', add)
  for (const [field, value] of valuesIn(mapping)) checkValue(value, field, add)
  for (const [field, rule] of (mapping.when ?? []).entries()) checkRule(rule, `when.${field}`, add)
  for (const [place, { type, system }] of mapping.guest.identifiers.entries()) {
    if (system !== undefined && type !== 'external_id')
      add(`guest.identifiers.${place}.system`, 'is for an external_id only')
  }
  if (Object.hasOwn(mapping.parameters, 'source'))
    add('parameters.source', 'is the name of the source: write it in the field "source"')
  return faults
}

type Add = (field: string, sentence: string) => void

function* valuesIn(mapping: Mapping): Generator<[field: string, value: DeliveryValue]> {
  const { became, id, guest, venue, parameters, occurred_at, when = [] } = mapping
  for (const [place, rule] of when.entries()) {
    if (!('any' in rule)) yield [`when.${place}.value`, rule.value]
    else for (const [at, test] of rule.any.entries()) yield [`when.${place}.any.${at}.value`, test.value]
  }
  if (became !== undefined) {
    yield ['became.thing', became.thing]
    yield ['became.state', became.state]
  }
  if (id !== undefined) yield ['id', id]
  for (const [place, { value }] of guest.identifiers.entries())
    yield [`guest.identifiers.${place}.value`, value]
  if (guest.name !== undefined) yield ['guest.name', guest.name]
  if (venue !== undefined) yield ['venue', venue]
  for (const [name, value] of Object.entries(parameters)) yield [`parameters.${name}`, value]
  if (occurred_at !== undefined) yield ['occurred_at', occurred_at]
}

const calculations = ['times', 'plus', 'round', 'at_least', 'at_most'] as const

function checkValue(value: DeliveryValue, field: string, add: Add): void {
  const { constant, path, header, join, take, as, unit } = value
  const origins = [constant, path, header, join].filter(one => one !== undefined).length
  if (origins !== 1) add(field, 'must have exactly one of constant, path, header and join')
  if (path !== undefined) checkPath(path, `${field}.path`, add)
  for (const [place, one] of (join ?? []).entries()) checkPath(one, `${field}.join.${place}`, add)
  if (take !== undefined && path === undefined) add(`${field}.take`, 'is for a path only')
  if (unit !== undefined && as !== 'moment') add(`${field}.unit`, 'is for a moment only')
  for (const name of calculations) {
    if (value[name] !== undefined && as !== undefined && as !== 'number')
      add(`${field}.${name}`, 'is for a number only')
  }
}

function checkRule(rule: DeliveryRule, field: string, add: Add): void {
  const tests = 'any' in rule ? rule.any : [rule]
  for (const [at, { is, than }] of tests.entries()) {
    const place = 'any' in rule ? `${field}.any.${at}.than` : `${field}.than`
    const bare = is === 'present' || is === 'missing'
    const many = is === 'one_of' || is === 'none_of'
    if (bare && than !== undefined) add(place, `is not needed with ${is}`)
    if (many && !Array.isArray(than)) add(place, `must be a list with ${is}`)
    if (!bare && !many && (than === undefined || Array.isArray(than)))
      add(place, `must be one value with ${is}`)
  }
}

function checkPath(path: string, field: string, add: Add): void {
  try {
    compilePath(path)
  } catch (error) {
    if (!(error instanceof PathFault)) throw error
    add(field, error.message)
  }
}
