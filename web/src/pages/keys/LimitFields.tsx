import { type Scope, scopeNames, scopes } from '@millrace/contract/scope'
import type { Failure } from '../../api/answer.ts'
import { Fields } from '../../components/form/Fields.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import styles from './LimitFields.module.css'
import type { LimitForm } from './limits.ts'

const reaches = [
  { value: 'everything', label: t`Everything` },
  { value: 'some', label: t`Only these` },
] as const

export interface LimitFieldsProps {
  limits: LimitForm
  onChange(limits: LimitForm): void
  failure: Failure | undefined
}

/** What a key may do, for which venues and sources, from where and until when. */
export function LimitFields({ limits, onChange, failure }: LimitFieldsProps) {
  const change = (part: Partial<LimitForm>) => onChange({ ...limits, ...part })
  const field = fieldsOf(limits, change, failure)
  return (
    <>
      <SelectField label={t`Access`} choices={reaches} {...field('may')} />
      {limits.may === 'some' && (
        <ScopeFields
          chosen={limits.scopes}
          onChange={chosen => change({ scopes: chosen })}
          failure={failure}
        />
      )}
      <Fields>
        <TextField
          label={t`Venues`}
          note={t`Venue codes separated by commas. Leave blank for all venues.`}
          {...field('serials')}
        />
        <TextField
          label={t`Sources`}
          note={t`Names separated by commas. Leave blank for any source.`}
          {...field('sources')}
        />
        <TextField
          label={t`Addresses`}
          note={t`For example 192.0.2.10 or 192.0.2.0/24. Leave blank for any address.`}
          {...field('addresses')}
        />
        <TextField
          label={t`Expires on`}
          type="date"
          note={t`At the end of this day, UTC. Owners are reminded in advance. Leave blank for never.`}
          {...field('ends', 'ends_at')}
        />
      </Fields>
    </>
  )
}

function ScopeFields({
  chosen,
  onChange,
  failure,
}: {
  chosen: readonly Scope[]
  onChange(scopes: readonly Scope[]): void
  failure: Failure | undefined
}) {
  const toggle = (name: Scope) =>
    onChange(chosen.includes(name) ? chosen.filter(one => one !== name) : [...chosen, name])
  return (
    <fieldset className={styles.scopes}>
      <legend>{t`Scopes`}</legend>
      {scopeNames.map(name => (
        <label key={name}>
          <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
          <span>
            <code>{name}</code>
            <small>{scopes[name]}</small>
          </span>
        </label>
      ))}
      <GroupFaults name="scopes" failure={failure} />
    </fieldset>
  )
}
