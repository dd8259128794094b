import type { Condition, Leaf } from '@millrace/contract/condition'
import { type ComponentType, useContext } from 'react'
import { Button } from '../../components/Button.tsx'
import { t } from '../../language/words.ts'
import { sourceFieldInWords, useSourceFields } from '../source/source-fields.ts'
import { useVenueSuggestions } from '../venue/use-venue-suggestions.ts'
import styles from './ConditionEditor.module.css'
import { type ConditionEditorProps, ConditionFormContext, ofEvents } from './condition-form.ts'
import { countOf, EVENTS } from './event-count.ts'
import { HintsContext } from './hints-context.ts'

interface Props {
  label: string
  leaf: Leaf
  onChange(leaf: Leaf): void
  /** The form for conditions that it is part of. */
  Editor: ComponentType<ConditionEditorProps>
}

/** Which of the events of a source are counted: all of them, or those for which a condition holds. */
export function CountedEvents({ label, leaf: { where, ...leaf }, onChange, Editor }: Props) {
  const { source } = countOf(leaf.field.slice(EVENTS.length))
  const parameters = useSourceFields(source)
  const venues = useVenueSuggestions() ?? []
  const hints = {
    ...useContext(HintsContext),
    'event.serials': venues,
    'event.parameters.': parameters.map(field => ({ value: field.key, about: sourceFieldInWords(field) })),
  }
  const count = (next: Condition | undefined) =>
    onChange(next === undefined ? leaf : { ...leaf, where: next })
  if (where === undefined)
    return (
      <div className={styles.whole}>
        <Button quiet onClick={() => count(ofEvents.fresh)}>
          {t`Count only some of these events`}
        </Button>
      </div>
    )
  return (
    <div className={styles.whole}>
      <ConditionFormContext value={ofEvents}>
        <HintsContext value={hints}>
          <Editor
            label={t`${label}: events`}
            legend={t`Only events where`}
            value={where}
            onChange={count}
            locked={false}
          />
        </HintsContext>
      </ConditionFormContext>
    </div>
  )
}
