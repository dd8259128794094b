import type { Segment } from '@millrace/contract/segment'
import { useQueryClient } from '@tanstack/react-query'
import { Panel } from '../../components/Panel.tsx'
import { segmentsKey } from '../../features/segment/use-segments.ts'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import { SegmentForm } from './SegmentForm.tsx'
import { changeSegment, segmentKey } from './segment-calls.ts'

export function EditSegment({ segment, onDone }: { segment: Segment; onDone(): void }) {
  const queries = useQueryClient()
  const { id, name, description, condition } = segment
  return (
    <Panel title={t`Edit segment`}>
      <SegmentForm
        id={id}
        initial={{ name, description: description ?? '', condition }}
        action={t`Save`}
        send={given => changeSegment(id, given)}
        onSaved={({ message, segment: saved }) => {
          queries.setQueryData(segmentKey(id), saved)
          void queries.invalidateQueries({ queryKey: segmentsKey })
          toast(message, 'good')
          onDone()
        }}
        onCancel={onDone}
      />
    </Panel>
  )
}
