import type { Condition } from '@millrace/contract/condition'
import { useContext } from 'react'
import { Button } from '../../components/Button.tsx'
import { t } from '../../language/words.ts'
import styles from './ConditionEditor.module.css'
import { CountedEvents } from './CountedEvents.tsx'
import { type ConditionEditorProps, ConditionFormContext } from './condition-form.ts'
import { EVENTS } from './event-count.ts'
import { LeafEditor } from './LeafEditor.tsx'

type Group = { how: 'all' | 'any' | 'not'; parts: readonly Condition[] }

/** Anything is a group of parts to the form; a single leaf is a group of one. */
function toGroup(condition: Condition): Group {
  if ('all' in condition) return { how: 'all', parts: condition.all }
  if ('any' in condition) return { how: 'any', parts: condition.any }
  if ('not' in condition) return { how: 'not', parts: [condition.not] }
  return { how: 'all', parts: [condition] }
}

function fromGroup({ how, parts }: Group): Condition | undefined {
  const [first] = parts
  if (first === undefined) return undefined
  if (how === 'not') return { not: parts.length === 1 ? first : { all: [...parts] } }
  if (how === 'all') return parts.length === 1 && 'field' in first ? first : { all: [...parts] }
  return { any: [...parts] }
}

/** A condition as a form: all, any or none of its parts, each a comparison or a group again. */
export function ConditionEditor({ label, legend = label, value, onChange, locked }: ConditionEditorProps) {
  const group = value === undefined ? { how: 'all' as const, parts: [] } : toGroup(value)
  const { how, parts } = group
  const { fresh, nothing } = useContext(ConditionFormContext)
  const change = (next: Partial<Group>) => onChange(fromGroup({ ...group, ...next }))
  return (
    <fieldset className={styles.group} disabled={locked}>
      <legend>{legend}</legend>
      {parts.length === 0 && <p className={styles.none}>{nothing}</p>}
      {parts.length > 0 && (
        <select
          aria-label={t`${label}: how conditions combine`}
          className={styles.how}
          value={how}
          onChange={event => change({ how: event.target.value as Group['how'] })}
        >
          <option value="all">{parts.length === 1 ? t`This is true` : t`All of these are true`}</option>
          {(parts.length > 1 || how === 'any') && (
            <option value="any">{t`At least one of these is true`}</option>
          )}
          <option value="not">{t`This is not true`}</option>
        </select>
      )}
      {parts.map((part, place) => (
        <Part
          // Parts have no ids; their position identifies them.
          key={`${place} of ${label}`}
          label={`${label}, ${place + 1}`}
          part={part}
          onChange={changed =>
            change({
              parts: parts.flatMap((one, index) =>
                index !== place ? [one] : changed === undefined ? [] : [changed],
              ),
            })
          }
          locked={locked}
        />
      ))}
      <div className={styles.actions}>
        {(how !== 'not' || parts.length === 0) && (
          <Button quiet onClick={() => change({ parts: [...parts, fresh] })}>
            {t`Add a condition`}
          </Button>
        )}
        {parts.length > 0 && how !== 'not' && (
          <Button quiet onClick={() => change({ parts: [...parts, { any: [fresh] }] })}>
            {t`Add a group`}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface PartProps {
  label: string
  part: Condition
  onChange(part: Condition | undefined): void
  locked: boolean
}

function Part({ label, part, onChange, locked }: PartProps) {
  if ('field' in part)
    return (
      <LeafEditor label={label} leaf={part} onChange={onChange}>
        {part.field.startsWith(EVENTS) && (
          <CountedEvents label={label} leaf={part} onChange={onChange} Editor={ConditionEditor} />
        )}
      </LeafEditor>
    )
  return <ConditionEditor label={label} value={part} onChange={onChange} locked={locked} />
}
