import type { SegmentRule } from '@millrace/contract/workflow'
import { CheckField } from '../../../components/form/CheckField.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { useSegments } from '../../../features/segment/use-segments.ts'
import { number } from '../../../language/format.ts'
import { t } from '../../../language/words.ts'
import { SegmentSelect } from './SegmentSelect.tsx'

const moves = [
  { value: 'enters', label: t`Enters the segment` },
  { value: 'leaves', label: t`Leaves the segment` },
] as const

export const freshSegment: SegmentRule = { id: '', on: 'enters' }

/** The segment that starts the workflow, with how many guests are in it. */
export function SegmentTriggerFields({
  value,
  onChange,
}: {
  value: SegmentRule
  onChange(value: SegmentRule): void
}) {
  const { id, on, already_in } = value
  const { data: segments = [] } = useSegments()
  const segment = segments.find(one => one.id === id)
  const change = (part: Partial<{ [K in keyof SegmentRule]: SegmentRule[K] | undefined }>) =>
    onChange(withoutUndefined({ ...value, ...part } as SegmentRule))
  return (
    <>
      <SegmentSelect value={id} onChange={chosen => change({ id: chosen })} />
      <SelectField<SegmentRule['on']>
        label={t`The guest`}
        name="on"
        value={on}
        choices={moves}
        onChange={chosen => change({ on: chosen, already_in: undefined })}
      />
      {on === 'enters' && (
        <CheckField
          label={t`Also start for guests who are in it already`}
          note={t`${membersInWords(segment)} Each guest starts once for each stay in the segment.`}
          value={already_in === 'start'}
          onChange={checked => change({ already_in: checked ? 'start' : undefined })}
        />
      )}
    </>
  )
}

function membersInWords(segment: { members: number; is_counting: boolean } | undefined): string {
  if (segment === undefined) return t`Those who are in the segment when the workflow is published.`
  const { members, is_counting } = segment
  if (is_counting) return t`Its guests are being counted.`
  return members === 1 ? t`1 guest is in it now.` : t`${number(members)} guests are in it now.`
}
