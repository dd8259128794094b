import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { Loaded } from '../../../components/list/Loaded.tsx'
import { Note } from '../../../components/Note.tsx'
import { t } from '../../../language/words.ts'
import { AddField } from './AddField.tsx'
import { DeliveryLines } from './DeliveryLines.tsx'
import { FieldList, LIST } from './FieldList.tsx'
import { fieldsOf } from './fields.ts'
import { IdentifierFields } from './IdentifierFields.tsx'
import { identifierName, identifierOf } from './identifiers.ts'
import styles from './mapping.module.css'
import { Preview } from './Preview.tsx'
import { RuleFields } from './RuleFields.tsx'
import { nameOf, testOf, withAlternative } from './rule.ts'
import { SampleField } from './SampleField.tsx'
import { StateFields } from './StateFields.tsx'
import { valueAt, withState } from './state.ts'
import type { MappingDraft } from './use-mapping-draft.ts'
import { useSample } from './use-sample.ts'
import { ValueFields } from './ValueFields.tsx'
import { listPathOf, pointedAt, type Way } from './way.ts'

export interface PointingEditorProps {
  connection: WholeConnection
  draft: MappingDraft
}

/** A field is chosen on the left, and the value for it in a real delivery on the right. The events that result are below. */
export function PointingEditor({ connection, draft }: PointingEditorProps) {
  const { mapping, change } = draft
  const fields = fieldsOf(mapping)
  const [name, setName] = useState<string>(LIST)
  const chosen = fields.find(field => field.name === name)
  const tested = chosen && testOf(mapping, chosen.name)
  const identifier = chosen && identifierOf(mapping, chosen.name)
  const sample = useSample(connection.id, mapping)
  const point = (way: Way) => {
    if (chosen === undefined) change({ ...mapping, each: `${listPathOf(way)}[*]` })
    else {
      const { constant: _, header: __, join: ___, path: ____, of: _____, ...operations } = chosen.value ?? {}
      const pointed = chosen.set({ ...pointedAt(mapping, way), ...operations })
      change(chosen.name === 'became.state' ? withState(pointed, valueAt(sample.document, way)) : pointed)
    }
  }
  return (
    <div className={styles.editor}>
      <div className={styles.column}>
        <TextField
          label={t`Source`}
          name="source"
          required
          maxLength={100}
          value={mapping.source}
          onChange={source => change({ ...mapping, source })}
        />
        <FieldList
          fields={fields}
          each={mapping.each}
          chosen={chosen?.name ?? LIST}
          onChoose={setName}
          failure={sample.failure}
        />
        <AddField
          mapping={mapping}
          onAdd={(added, newName) => {
            change(added)
            setName(newName)
          }}
        />
        {chosen === undefined
          ? mapping.each !== undefined && (
              <Button
                quiet
                onClick={() => {
                  const { each: _, ...rest } = mapping
                  change(rest)
                }}
              >
                {t`Remove the list`}
              </Button>
            )
          : chosen.value !== undefined && (
              <fieldset className={styles.detail}>
                <legend>{chosen.label}</legend>
                {tested && <RuleFields key={chosen.name} mapping={mapping} {...tested} onChange={change} />}
                {identifier && (
                  <IdentifierFields
                    mapping={mapping}
                    {...identifier}
                    onChange={change}
                    onMove={(moved, place) => {
                      change(moved)
                      setName(identifierName(place))
                    }}
                  />
                )}
                {chosen.name === 'became.state' && mapping.became && (
                  <StateFields became={mapping.became} onChange={became => change({ ...mapping, became })} />
                )}
                <ValueFields value={chosen.value} onChange={value => change(chosen.set(value))} />
                <div className={styles.actions}>
                  {tested && (
                    <Button
                      quiet
                      onClick={() => {
                        const [added, place] = withAlternative(mapping, tested.place)
                        change(added)
                        setName(nameOf(place))
                      }}
                    >
                      {t`Or another condition`}
                    </Button>
                  )}
                  <Button quiet onClick={() => change(chosen.set(undefined))}>
                    {t`Remove ${chosen.label}`}
                  </Button>
                </div>
              </fieldset>
            )}
      </div>
      <div className={styles.column}>
        <Loaded query={sample.deliveries}>
          {list =>
            list.length === 0 ? (
              <Note tone="quiet">
                {t`No deliveries yet. Once one has arrived, you can point at its values here.`}
              </Note>
            ) : (
              <SampleField deliveries={list} chosen={sample.deliveryId} onChoose={sample.choose} />
            )
          }
        </Loaded>
        {sample.isTooLarge && (
          <Note tone="warn">{t`This delivery is too large to show here. Choose a smaller one.`}</Note>
        )}
        {sample.document !== null && (
          <>
            <p>
              {chosen === undefined
                ? t`Click the list that makes one event for each of its items.`
                : t`Click the value for “${chosen.label}”.`}
            </p>
            <DeliveryLines
              document={sample.document}
              wanted={chosen === undefined ? 'list' : 'value'}
              onPoint={point}
            />
          </>
        )}
        <div role="status" aria-label={t`Result`}>
          {sample.preview && <Preview preview={sample.preview} />}
        </div>
      </div>
    </div>
  )
}
