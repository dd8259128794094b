import type { Mapping } from '@millrace/contract/connection-mapping'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { t } from '../../../language/words.ts'
import { identifierName } from './identifiers.ts'
import styles from './mapping.module.css'

const kinds = [
  { value: 'parameter', label: t`Parameter` },
  { value: 'email', label: t`Guest by e-mail` },
  { value: 'phone', label: t`Guest by phone` },
  { value: 'external_id', label: t`Guest by id at the other system` },
  { value: 'condition', label: t`Condition` },
  { value: 'became', label: t`Becomes a state` },
] as const
type Kind = (typeof kinds)[number]['value']

/** Adds a field to a mapping, to be pointed at next. */
export function AddField({
  mapping,
  onAdd,
}: {
  mapping: Mapping
  onAdd(mapping: Mapping, name: string): void
}) {
  const [kind, setKind] = useState<Kind>('parameter')
  const [name, setName] = useState('')
  const add = () => {
    onAdd(...added(mapping, kind, name.trim()))
    setName('')
    if (kind === 'became') setKind('parameter')
  }
  const isTaken = Object.hasOwn(mapping.parameters, name.trim()) || name.trim() === 'source'
  return (
    <div className={styles.add}>
      <SelectField
        label={t`Add`}
        name="kind"
        value={kind}
        choices={kinds.filter(({ value }) => value !== 'became' || mapping.became === undefined)}
        onChange={value => setKind(value as Kind)}
      />
      {kind === 'parameter' && (
        <TextField
          label={t`Parameter name`}
          name="parameter"
          maxLength={100}
          value={name}
          onChange={setName}
        />
      )}
      <Button quiet disabled={kind === 'parameter' && (name.trim() === '' || isTaken)} onClick={add}>
        {t`Add field`}
      </Button>
    </div>
  )
}

function added(mapping: Mapping, kind: Kind, name: string): [Mapping, string] {
  const { guest, when = [], parameters } = mapping
  const value = { path: '$' }
  switch (kind) {
    case 'parameter':
      return [{ ...mapping, parameters: { ...parameters, [name]: value } }, `parameters.${name}`]
    case 'condition':
      return [{ ...mapping, when: [...when, { value, is: 'present' }] }, `when.${when.length}.value`]
    case 'became': {
      // What it is about recognises the event, instead of an id.
      const { id: _, ...rest } = mapping
      return [{ ...rest, became: { thing: value, state: value, one_of: [] } }, 'became.thing']
    }
    default: {
      const identifiers = [...guest.identifiers, { type: kind, value }]
      return [{ ...mapping, guest: { ...guest, identifiers } }, identifierName(identifiers.length - 1)]
    }
  }
}
