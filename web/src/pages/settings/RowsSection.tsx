import type { OrganisationSettings } from '@millrace/contract/settings'
import type { ReactNode } from 'react'
import type { Failure } from '../../api/answer.ts'
import { type BoundField, fieldsOf } from '../../components/form/fields-of.ts'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { Rows } from '../../components/form/Rows.tsx'
import { Section, type SectionProps } from './Section.tsx'
import { useSection } from './use-section.ts'

type Part = 'caps' | 'quiet_hours' | 'topics'
type Row<Name extends Part> = NonNullable<OrganisationSettings[Name]>[number]

/** What the fields of one row need. */
export interface RowForm<Values> {
  readonly row: Values
  set(part: Partial<Values>): void
  /** Replaces the row, for fields that become absent. */
  replace(row: Values): void
  field<Key extends keyof Values & string>(key: Key): BoundField<Values[Key]>
}

export interface RowsSectionProps<Name extends Part>
  extends Omit<SectionProps, 'section' | 'own' | 'after' | 'children'> {
  settings: OrganisationSettings
  part: Name
  /** What one of them is called. */
  what: string
  most?: number
  fresh(): Row<Name>
  children(form: RowForm<Row<Name>>): ReactNode
}

/** A part of the settings that is a list. */
export function RowsSection<Name extends Part>(props: RowsSectionProps<Name>) {
  const { settings, part, what, most = 10, fresh, children, ...head } = props
  const name = `settings.${part}`
  const section = useSection({ rows: (settings[part] ?? []) as readonly Row<Name>[] }, ({ rows }) => ({
    settings: { [part]: rows },
  }))
  const { failure } = section.submission
  return (
    <Section {...head} own={[name]} section={section}>
      <Rows<Row<Name>>
        what={what}
        rows={section.value.rows}
        fewest={0}
        most={most}
        fresh={fresh}
        onChange={rows => section.change({ rows })}
      >
        {(row, change, place) => children(rowForm(row, change, `${name}.${place}`, failure))}
      </Rows>
      <GroupFaults name={name} failure={failure} />
    </Section>
  )
}

function rowForm<Values extends object>(
  row: Values,
  change: (row: Values) => void,
  within: string,
  failure: Failure | undefined,
): RowForm<Values> {
  const set = (part: Partial<Values>) => change({ ...row, ...part })
  const field = fieldsOf(row, set, failure)
  return { row, set, replace: change, field: key => field(key, `${within}.${key}`) }
}
