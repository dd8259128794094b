import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { segmentsKey } from '../../features/segment/use-segments.ts'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { toast } from '../../toasts/toasts.ts'
import { SegmentForm } from './SegmentForm.tsx'
import { createSegment } from './segment-calls.ts'

const empty = { name: '', description: '', condition: undefined }

export function NewSegmentPage() {
  const { role, serials } = useSignedIn()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const mayEdit = role !== 'viewer' && serials === null
  return (
    <>
      <PageHead title={t`New segment`} trail={[{ label: t`Segments`, path: '/segments' }]} />
      {mayEdit ? (
        <Panel>
          <SegmentForm
            initial={empty}
            action={t`Create segment`}
            send={createSegment}
            onSaved={({ message, segment }) => {
              void queries.invalidateQueries({ queryKey: segmentsKey })
              toast(message, 'good')
              navigate(`/segments/${segment.id}`)
            }}
            onCancel={() => navigate('/segments')}
          />
        </Panel>
      ) : (
        <Note tone="warn">{t`Only editors who see every venue can create segments.`}</Note>
      )}
    </>
  )
}
