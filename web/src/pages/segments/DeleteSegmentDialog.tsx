import type { Segment } from '@millrace/contract/segment'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { segmentsKey } from '../../features/segment/use-segments.ts'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import { deleteSegment, segmentKey } from './segment-calls.ts'

export function DeleteSegmentDialog({ segment, onClose }: { segment: Segment; onClose(): void }) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <ConfirmDialog
      title={t`Delete ${segment.name}?`}
      action={t`Delete segment`}
      send={() => deleteSegment(segment.id)}
      onDone={({ message }) => {
        navigate('/segments')
        queries.removeQueries({ queryKey: segmentKey(segment.id) })
        void queries.invalidateQueries({ queryKey: segmentsKey })
        toast(message, 'good')
      }}
      onClose={onClose}
    >
      <p>
        {t`Guests are not deleted. The record of who entered and left, and when, is. A segment that a workflow or another segment uses can’t be deleted.`}
      </p>
    </ConfirmDialog>
  )
}
