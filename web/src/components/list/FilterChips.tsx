import type { KeyboardEvent } from 'react'
import { t } from '../../language/words.ts'
import { Button } from '../Button.tsx'
import { DayField } from '../form/DayField.tsx'
import { DebouncedField } from '../form/DebouncedField.tsx'
import { PickField } from '../form/PickField.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { IconButton } from '../IconButton.tsx'
import styles from './FilterChips.module.css'
import { choicesWith, type FilterField } from './filter-field.ts'

export interface FilterChipsProps<Name extends string> {
  fields: readonly FilterField<Name>[]
  filter: Readonly<Record<Name, string>>
  setFilter(change: Partial<Record<Name, string>>): void
}

/** The filters of a list, one chip each: dashed until it is set, and then with a button that removes it. */
export function FilterChips<Name extends string>({ fields, filter, setFilter }: FilterChipsProps<Name>) {
  const set = (names: readonly Name[], value: string) =>
    setFilter(Object.fromEntries(names.map(name => [name, value])) as Partial<Record<Name, string>>)
  const shown = fields.filter(({ kind, name }) => kind !== 'given' || filter[name] !== '')
  const given = fields.map(({ name }) => name).filter(name => filter[name] !== '')
  if (shown.length === 0) return null
  return (
    <search>
      <ul className={styles.chips} aria-label={t`Filters`}>
        {shown.map(field => (
          <Chip
            key={field.name}
            field={field}
            value={filter[field.name]}
            onChange={value => set([field.name], value)}
          />
        ))}
        {given.length > 1 && (
          <li>
            <Button
              quiet
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget)
                set(given, '')
              }}
            >
              {t`Clear filters`}
            </Button>
          </li>
        )}
      </ul>
    </search>
  )
}

interface ChipProps {
  field: FilterField
  value: string
  onChange(value: string): void
}

function Chip({ field, value, onChange }: ChipProps) {
  const { kind, name, label } = field
  const wired = { label, name, value, onChange }
  const isSet = value !== ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSet && kind === 'choice' && (event.key === 'Delete' || event.key === 'Backspace')) onChange('')
  }
  return (
    <li className={styles.chip} data-kind={kind} data-set={isSet || undefined} onKeyDown={onKeyDown}>
      {kind === 'choice' && <SelectField {...wired} choices={choicesWith(field.choices, value)} />}
      {kind === 'text' && (
        <DebouncedField {...wired} placeholder={field.placeholder} suggestions={field.suggestions} />
      )}
      {kind === 'pick' && <PickField {...wired} {...field} />}
      {kind === 'day' && <DayField {...wired} edge={field.edge} />}
      {kind === 'given' && (
        <span className={styles.given}>
          {label} {!field.bare && <code>{value}</code>}
        </span>
      )}
      {isSet && (
        <IconButton
          icon="close"
          label={t`Remove filter: ${label}`}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget)
            onChange('')
          }}
        />
      )}
    </li>
  )
}

/** The button goes with the filter, and would take the focus of the keyboard with it: the chip's own control gets it, or the first. */
function focusBeside(button: HTMLButtonElement): void {
  const control =
    button.closest('li')?.querySelector<HTMLElement>('select, input') ??
    button.closest('ul')?.querySelector<HTMLElement>('select, input')
  control?.focus()
}
