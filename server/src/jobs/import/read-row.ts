import type { GuestImportRequest } from '@millrace/contract/guest-import'
import type { ReadIdentifier } from '#guests/identifiers/identifier.ts'
import type { ManyRow } from '#guests/many/row.ts'
import { type Cell, isBlank, readAttribute, readFlag, readPoints, unstorableFault } from './cell.ts'
import type { Target } from './columns.ts'
import { consentFrom } from './consent-from.ts'
import { inOrder, readIdentifierCell } from './identifier-cell.ts'

/** What is wrong with a row, by column; `row` for what is wrong with all of it. */
export type Reasons = Record<string, string[]>

export type RowReading =
  | { readonly kind: 'row'; readonly row: ManyRow }
  | { readonly kind: 'refused'; readonly reasons: Reasons }

export interface RowRules {
  /** What each column is. */
  readonly targets: ReadonlyMap<string, Target>
  readonly settings: Pick<GuestImportRequest, 'date_format' | 'consent'>
  /** By whose rules a phone number is read that has no country code. */
  readonly country: string | null
  readonly now: number
}

const LONGEST_NAME = 200
const LONGEST_TAG = 100
const MOST_TAGS = 100
const MOST_IDENTIFIERS = 20
const MOST_ATTRIBUTES = 100

/** Reads the cells of one row. Empty cells say nothing. Pure. */
export function readRow(cells: ReadonlyMap<string, Cell>, rules: RowRules): RowReading {
  const reasons: Reasons = {}
  const fault = (column: string, sentence: string) => {
    reasons[column] = [...(reasons[column] ?? []), sentence]
  }
  const format = rules.settings.date_format ?? 'YYYY-MM-DD'
  const identifiers: ReadIdentifier[] = []
  const attributes = new Map<string, string | number | boolean>()
  const said = new Map<Target['kind'], { column: string; cell: Cell }>()
  const tags = new Set<string>()
  let points: number | null = null
  for (const [column, cell] of cells) {
    const target = rules.targets.get(column)
    if (target === undefined || target.kind === 'ignore' || isBlank(cell)) continue
    const unstorable = unstorableFault(cell)
    if (unstorable !== undefined) {
      fault(column, unstorable)
      continue
    }
    switch (target.kind) {
      case 'external_id':
      case 'email':
      case 'phone': {
        const reading = readIdentifierCell(cell, target, rules.country)
        if ('value' in reading) identifiers.push(reading.value)
        else fault(column, reading.fault)
        break
      }
      case 'attribute': {
        const reading = readAttribute(cell, target.type, format)
        if ('value' in reading) attributes.set(target.key, reading.value)
        else fault(column, reading.fault)
        break
      }
      case 'tags':
        for (const tag of String(cell).split(/[,;|]/)) if (tag.trim() !== '') tags.add(tag.trim())
        if ([...tags].some(tag => tag.length > LONGEST_TAG))
          fault(column, `has a tag of more than ${LONGEST_TAG} characters`)
        if (tags.size > MOST_TAGS) fault(column, `has more than ${MOST_TAGS} tags`)
        break
      case 'points': {
        const reading = readPoints(cell)
        if ('value' in reading) points = reading.value
        else fault(column, reading.fault)
        break
      }
      default:
        said.set(target.kind, { column, cell })
    }
  }
  const flag = (kind: Target['kind']): boolean | null => {
    const one = said.get(kind)
    if (one === undefined) return null
    const reading = readFlag(one.cell)
    if ('value' in reading) return reading.value
    fault(one.column, reading.fault)
    return null
  }
  const name = nameFrom(said, fault)
  const given = { email: flag('email_consent'), sms: flag('sms_consent') }
  const consent = consentFrom(given, said, rules, fault)
  const doNotContact = flag('do_not_contact')
  if (identifiers.length === 0 && Object.keys(reasons).length === 0)
    fault('row', 'has no e-mail address, phone number or external id')
  if (identifiers.length > MOST_IDENTIFIERS) fault('row', `has more than ${MOST_IDENTIFIERS} identifiers`)
  if (attributes.size > MOST_ATTRIBUTES) fault('row', `has more than ${MOST_ATTRIBUTES} attributes`)
  if (Object.keys(reasons).length > 0) return { kind: 'refused', reasons }
  return {
    kind: 'row',
    row: {
      identifiers: inOrder(identifiers),
      name,
      tags: [...tags],
      attributes: Object.fromEntries(attributes),
      consent,
      doNotContact,
      points,
    },
  }
}

/** The cells that several columns make one thing of, by what they are. */
export type Said = ReadonlyMap<Target['kind'], { readonly column: string; readonly cell: Cell }>
export type Fault = (column: string, sentence: string) => void

function nameFrom(said: Said, fault: Fault): string | null {
  const text = (kind: Target['kind']) => String(said.get(kind)?.cell ?? '').trim()
  const name = text('name') || [text('first_name'), text('last_name')].filter(Boolean).join(' ')
  if (name.length > LONGEST_NAME) {
    const { column } = said.get('name') ??
      said.get('first_name') ??
      said.get('last_name') ?? { column: 'row' }
    fault(column, `must have at most ${LONGEST_NAME} characters`)
  }
  return name === '' ? null : name
}
