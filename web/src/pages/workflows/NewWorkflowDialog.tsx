import type { WorkflowTemplate } from '@millrace/contract/dashboard/workflows'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { Failure } from '../../api/answer.ts'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { createWorkflow, listTemplates } from '../../api/workflows.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { ChoiceCard, ChoiceCards } from '../../components/form/ChoiceCards.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'
import styles from './NewWorkflowDialog.module.css'

/** A name and a starting point: empty, a template, or a file. */
export function NewWorkflowDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('')
  const [template, setTemplate] = useState<WorkflowTemplate>()
  const [file, setFile] = useState<Record<string, unknown>>()
  const [unreadable, setUnreadable] = useState(false)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const templates = useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => asked(listTemplates(signal)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const submission = useSubmit(
    () =>
      createWorkflow({
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        ...(file ? { file } : template ? { template: template.key } : {}),
      }),
    ({ workflow }) => {
      void queries.invalidateQueries({ queryKey: ['workflows'] })
      navigate(`/workflows/${workflow.id}`)
    },
  )
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    const read = chosen && (await readFile(chosen))
    setFile(read)
    setUnreadable(chosen !== undefined && read === undefined)
  }
  return (
    <Dialog wide title={t`New workflow`} onClose={onClose}>
      <Form submission={submission} action={t`Create workflow`}>
        <TextField
          label={t`Name`}
          name="name"
          maxLength={200}
          required={template === undefined && file === undefined}
          placeholder={template?.name ?? ''}
          value={name}
          onChange={setName}
          failure={submission.failure}
        />
        <Loaded query={templates}>
          {({ data }) => <Beginnings templates={data} chosen={template} onChoose={setTemplate} />}
        </Loaded>
        <label className={styles.file}>
          {t`Or import a file`}
          <input type="file" accept=".json,application/json" onChange={take} />
        </label>
        {unreadable && <Note tone="bad">{t`This file is not valid JSON.`}</Note>}
        <FileFaults failure={submission.failure} />
      </Form>
    </Dialog>
  )
}

async function readFile(file: File): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = JSON.parse(await file.text())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function FileFaults({ failure }: { failure: Failure | undefined }) {
  const faults = failure?.errors.file ?? []
  if (faults.length === 0 || failure === undefined) return null
  return <FailureNote failure={{ ...failure, code: undefined, message: faults.join(' ') }} />
}

interface BeginningsProps {
  templates: readonly WorkflowTemplate[]
  chosen: WorkflowTemplate | undefined
  onChoose(template: WorkflowTemplate | undefined): void
}

function Beginnings({ templates, chosen, onChoose }: BeginningsProps) {
  return (
    <ChoiceCards legend={t`Start from`}>
      <ChoiceCard
        name="template"
        title={t`Empty workflow`}
        about={t`A trigger, and no steps yet.`}
        chosen={chosen === undefined}
        onChoose={() => onChoose(undefined)}
      />
      {templates.map(template => (
        <ChoiceCard
          key={template.key}
          name="template"
          title={template.name}
          about={template.description}
          chosen={chosen?.key === template.key}
          onChoose={() => onChoose(template)}
        />
      ))}
    </ChoiceCards>
  )
}
