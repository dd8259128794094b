import type { FilterField } from './filter-field.ts'

/** From which day to which. */
export const daysFields: readonly FilterField<'since' | 'until'>[] = [
  { kind: 'day', name: 'since', label: 'From', edge: 'start' },
  { kind: 'day', name: 'until', label: 'To', edge: 'end' },
]
