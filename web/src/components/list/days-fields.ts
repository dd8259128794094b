import { t } from '../../language/words.ts'
import type { FilterField } from './filter-field.ts'

/** From which day to which. */
export const daysFields: readonly FilterField<'since' | 'until'>[] = [
  { kind: 'day', name: 'since', label: t`From`, edge: 'start' },
  { kind: 'day', name: 'until', label: t`To`, edge: 'end' },
]
