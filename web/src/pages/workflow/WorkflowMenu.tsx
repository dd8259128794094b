import type { StatusChange } from '@millrace/contract/dashboard/workflows'
import type { Workflow } from '@millrace/contract/workflow'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { changeStatus, countInside, fileAddress } from '../../api/workflows.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { FileLink } from '../../components/FileLink.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { type Action, MoreActions } from '../../components/MoreActions.tsx'
import { useAsked } from '../../components/use-asked.ts'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import { toastFailure } from '../../toasts/toast-failure.ts'
import { guestsInWords } from './guests-in-words.ts'

type Asked = 'paused' | 'cancelled'

/** What is done rarely: the file, and pause, resume and archive, with the number of guests affected. */
export function WorkflowMenu({ workflow, locked }: { workflow: Workflow; locked: boolean }) {
  const [asking, setAsking] = useState<Asked>()
  const { status } = workflow
  useAsked('pause', () => !locked && status === 'active' && setAsking('paused'))
  const done = useChanged([['workflows'], ['workflow', workflow.id]], () => setAsking(undefined))
  const resume = async () => {
    const answer = await changeStatus(workflow.id, { status: 'active' })
    if (answer.ok) done(answer.value)
    else toastFailure(answer.failure)
  }
  const actions: Action[] = [
    ...(status === 'active' ? [{ name: t`Pause…`, act: () => setAsking('paused') }] : []),
    ...(status === 'paused' ? [{ name: t`Resume`, act: () => void resume() }] : []),
    ...(status === 'active' || status === 'paused'
      ? [{ name: t`Archive…`, danger: true, act: () => setAsking('cancelled') }]
      : []),
  ]
  return (
    <>
      <MoreActions small label={t`More about the workflow`} actions={locked ? [] : actions}>
        <FileLink href={fileAddress(workflow.id)}>{t`Export`}</FileLink>
      </MoreActions>
      {asking && (
        <StatusDialog
          workflow={workflow}
          status={asking}
          onDone={done}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

const dialogs = {
  paused: {
    title: t`Pause this workflow?`,
    action: t`Pause workflow`,
    about: t`Events start no runs until you resume it.`,
    choices: [
      { value: 'hold', label: t`They wait until you resume it` },
      { value: 'end', label: t`They leave now` },
    ],
  },
  cancelled: {
    title: t`Archive this workflow?`,
    action: t`Archive workflow`,
    about: t`It starts no more runs. This can’t be undone, but you can duplicate it.`,
    choices: [
      { value: 'finish', label: t`They finish` },
      { value: 'end', label: t`They leave now` },
    ],
  },
} as const

interface StatusDialogProps {
  workflow: Workflow
  status: Asked
  onDone(answer: { message: string }): void
  onClose(): void
}

function StatusDialog({ workflow, status, onDone, onClose }: StatusDialogProps) {
  const { title, action, about, choices } = dialogs[status]
  const [inside, setInside] = useState<string>(choices[0].value)
  const { data } = useQuery({
    queryKey: ['inside', workflow.id],
    queryFn: ({ signal }) => asked(countInside(workflow.id, signal)),
    staleTime: 0,
  })
  return (
    <ConfirmDialog
      title={title}
      action={action}
      send={() => changeStatus(workflow.id, { status, inside } as StatusChange)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{about}</p>
      <p>{data ? guestsInWords(data.total) : t`Counting guests inside…`}</p>
      <SelectField
        label={t`Guests inside`}
        name="inside"
        value={inside}
        choices={choices as readonly { value: string; label: string }[]}
        onChange={setInside}
      />
    </ConfirmDialog>
  )
}
