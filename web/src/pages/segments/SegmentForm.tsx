import type { Condition } from '@millrace/contract/condition'
import { SEGMENTS, TOPICS_OFF } from '@millrace/contract/condition/fields'
import type { NewSegment, SegmentAnswer } from '@millrace/contract/segment'
import { useState } from 'react'
import type { Answer } from '../../api/answer.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { TextField } from '../../components/form/TextField.tsx'
import { ConditionEditor } from '../../features/condition/ConditionEditor.tsx'
import { ConditionFormContext, ofSegments } from '../../features/condition/condition-form.ts'
import { EVENTS } from '../../features/condition/event-count.ts'
import { HintsContext } from '../../features/condition/hints-context.ts'
import { useGuestValues } from '../../features/guest/use-guest-values.ts'
import { useTopicSuggestions } from '../../features/guest/use-topic-suggestions.ts'
import { useSegments } from '../../features/segment/use-segments.ts'
import { useSourceSuggestions } from '../../features/source/use-source-suggestions.ts'
import { t } from '../../language/words.ts'
import { Preview } from './Preview.tsx'

export interface GivenSegment {
  readonly name: string
  readonly description: string
  readonly condition: Condition | undefined
}

interface Props {
  /** The segment that is changed; a new one has no id yet. */
  id?: string
  initial: GivenSegment
  action: string
  send(segment: NewSegment): Promise<Answer<SegmentAnswer>>
  onSaved(answer: SegmentAnswer): void
  onCancel?(): void
}

/** The name and the condition of a segment, with the guests who match while it is built. */
export function SegmentForm({ id, initial, action, send, onSaved, onCancel }: Props) {
  const [given, setGiven] = useState(initial)
  const { name, description, condition } = given
  const submission = useSubmit(
    () =>
      send({
        name,
        description: description || null,
        condition: (condition ?? {}) as Record<string, unknown>,
      }),
    onSaved,
  )
  const change = (part: Partial<GivenSegment>) => setGiven({ ...given, ...part })
  const field = fieldsOf(given, change, submission.failure)
  const hints = useSegmentHints(id)
  return (
    <Form
      submission={submission}
      action={action}
      disabled={condition === undefined}
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      <TextField label={t`Name`} required maxLength={100} {...field('name')} />
      <TextField
        label={t`Description`}
        maxLength={500}
        note={t`Optional. What it is for.`}
        {...field('description')}
      />
      <ConditionFormContext value={ofSegments}>
        <HintsContext value={hints}>
          <ConditionEditor
            label={t`Condition`}
            value={condition}
            onChange={next => change({ condition: next })}
            locked={submission.busy}
          />
        </HintsContext>
      </ConditionFormContext>
      <Preview id={id} condition={condition} />
    </Form>
  )
}

/** What conditions can name: the other segments, the sources that were seen, and what guests have. */
function useSegmentHints(id: string | undefined) {
  const segments = useSegments()
  const sources = useSourceSuggestions()
  const { tags, attributes } = useGuestValues()
  return {
    [SEGMENTS]: (segments.data ?? [])
      .filter(segment => segment.id !== id)
      .map(segment => ({ value: segment.id, label: segment.name })),
    [EVENTS]: sources ?? [],
    'guest.tags': tags,
    [TOPICS_OFF]: useTopicSuggestions(),
    'guest.attributes.': attributes,
  }
}
