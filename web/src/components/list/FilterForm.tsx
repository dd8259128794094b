import { DebouncedField } from '../form/DebouncedField.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { IconButton } from '../IconButton.tsx'
import styles from './Filter.module.css'
import { choicesWith, type FilterField } from './filter-field.ts'

export interface FilterFormProps<Name extends string> {
  fields: readonly FilterField<Name>[]
  filter: Readonly<Record<Name, string>>
  setFilter(change: Partial<Record<Name, string>>): void
}

export function FilterForm<Name extends string>({ fields, filter, setFilter }: FilterFormProps<Name>) {
  const set = (name: Name) => (value: string) => setFilter({ [name]: value } as Partial<Record<Name, string>>)
  const given = fields.filter(field => field.kind === 'given').filter(({ name }) => filter[name] !== '')
  return (
    <search>
      <div className={styles.filter}>
        {fields.map(field => {
          const { name, label } = field
          const wired = { label, name, value: filter[name], onChange: set(name) }
          if (field.kind === 'choice') {
            return <SelectField key={name} {...wired} choices={choicesWith(field.choices, filter[name])} />
          }
          return field.kind === 'text' ? (
            <DebouncedField key={name} {...wired} placeholder={field.placeholder} />
          ) : null
        })}
      </div>
      {given.length > 0 && (
        <ul className={styles.given} aria-label="Filters">
          {given.map(({ name, label, bare }) => (
            <li key={name}>
              <span>
                {label} {!bare && <code>{filter[name]}</code>}
              </span>
              <IconButton icon="close" label={`Remove filter: ${label}`} onClick={() => set(name)('')} />
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
