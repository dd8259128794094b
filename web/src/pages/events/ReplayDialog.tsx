import type { WorkflowInList } from '@millrace/contract/dashboard/workflows'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { estimateReplay, startReplay } from '../../api/replays.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { listWorkflows } from '../../api/workflows.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { readAll } from '../../components/list/read-all.ts'
import { Note } from '../../components/Note.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import styles from './ReplayDialog.module.css'
import { counted, estimateInWords, skippedInWords } from './replay-words.ts'

export interface ReplayDialogProps {
  /** null: events that name none. */
  source: string | null
  /** When the first of them came. */
  firstAt: string
  onClose(): void
}

/** Estimates a replay, asks how fast, and starts it. */
export function ReplayDialog(props: ReplayDialogProps) {
  const { source, onClose } = props
  const workflows = useQuery({
    queryKey: ['workflows', 'listening', source],
    queryFn: ({ signal }) =>
      asked(readAll((cursor, ended) => listWorkflows({ status: 'active', name: '' }, cursor, ended), signal)),
    select: ({ rows }) => rows.filter(workflow => workflow.source === source),
  })
  return (
    <Dialog
      wide
      title={source === null ? t`Replay events without a source` : t`Replay events from ${source}`}
      onClose={onClose}
    >
      <Loaded query={workflows}>
        {listening =>
          listening.length === 0 ? (
            <Note tone="warn">{t`No active workflow has this source. Publish one first.`}</Note>
          ) : (
            <ReplayForm {...props} workflows={listening} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

const DAY_MS = 86_400_000
const ranges = [
  { value: 'all', label: t`All` },
  { value: '1', label: t`Last 24 hours` },
  { value: '7', label: t`Last 7 days` },
]
const paces = [
  { value: '60', label: t`60 a minute` },
  { value: '600', label: t`600 a minute` },
  { value: '6000', label: t`6,000 a minute` },
]

function ReplayForm({
  firstAt,
  workflows,
  onClose,
}: ReplayDialogProps & { workflows: readonly WorkflowInList[] }) {
  const [opened] = useState(Date.now)
  const [workflowId, setWorkflowId] = useState(workflows[0]?.id ?? '')
  const [range, setRange] = useState('all')
  const [pace, setPace] = useState('600')
  const since = range === 'all' ? firstAt : new Date(opened - Number(range) * DAY_MS).toISOString()
  const estimate = useQuery({
    queryKey: ['replay-estimate', workflowId, since],
    queryFn: ({ signal }) => asked(estimateReplay(workflowId, since, signal)),
    staleTime: 0,
    gcTime: 0,
  })
  const submission = useSubmit(
    () => startReplay(workflowId, { since, pace: Number(pace) }),
    useChanged([['jobs']], onClose),
  )
  const runs = estimate.data?.runs ?? 0
  return (
    <Form
      submission={submission}
      action={runs === 0 ? t`Replay` : t`Replay ${counted(runs, 'event')}`}
      disabled={runs === 0 || estimate.isPlaceholderData}
      onCancel={onClose}
    >
      <SelectField
        label={t`Workflow`}
        name="workflow"
        value={workflowId}
        choices={workflows.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setWorkflowId}
      />
      <SelectField label={t`Events`} name="since" value={range} choices={ranges} onChange={setRange} />
      <SelectField label={t`Speed`} name="pace" value={pace} choices={paces} onChange={setPace} />
      <Loaded query={estimate}>
        {data => (
          <div className={styles.estimate}>
            <p>
              <strong>{estimateInWords(data)}</strong>
            </p>
            <ul>
              {skippedInWords(data.skipped).map(sentence => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <p>
              {t`The events run through the live version, and messages are sent. No event is replayed twice into the same workflow.`}
            </p>
          </div>
        )}
      </Loaded>
    </Form>
  )
}
