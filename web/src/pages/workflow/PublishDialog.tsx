import type { Publication } from '@millrace/contract/dashboard/workflows'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { publish, readPublication } from '../../api/workflows.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { FailureList } from '../../components/FailureDetails.tsx'
import { CheckField } from '../../components/form/CheckField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { gistOf } from '../../features/workflow/gist.ts'
import { problemInWords, problemsOf } from '../../features/workflow/problems.ts'
import { rich, t } from '../../language/words.ts'
import { alreadyInWords, guestsInWords } from './guests-in-words.ts'
import styles from './PublishDialog.module.css'

export interface PublishDialogProps {
  workflowId: string
  document: WorkflowDefinition
  onClose(): void
}

/** What will change and for how many, before it does. */
export function PublishDialog({ workflowId, document, onClose }: PublishDialogProps) {
  const publication = useQuery({
    queryKey: ['publication', workflowId],
    queryFn: ({ signal }) => asked(readPublication(workflowId, signal)),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog wide title={t`Publish draft`} onClose={onClose}>
      <Loaded query={publication}>
        {data => (
          <Publishing publication={data} workflowId={workflowId} document={document} onClose={onClose} />
        )}
      </Loaded>
    </Dialog>
  )
}

const choices = [
  { value: 'finish', label: t`They finish on their current version` },
  { value: 'end', label: t`They leave now` },
] as const

function Publishing({
  publication,
  workflowId,
  document,
  onClose,
}: PublishDialogProps & { publication: Publication }) {
  const problems = problemsOf(document, publication.faults)
  const {
    revision,
    publishable,
    sentences,
    difference,
    guests_inside,
    simulations,
    transactional,
    gives_consent,
    already_in,
  } = publication
  const [inside, setInside] = useState<'finish' | 'end'>('finish')
  const [confirmed, setConfirmed] = useState(false)
  const submission = useSubmit(
    () => publish(workflowId, { revision, inside, confirm_transactional: confirmed }),
    useChanged(
      [['workflows'], ['workflow', workflowId], ['versions', workflowId], ['broadcasts', workflowId]],
      onClose,
    ),
  )
  if (!publishable) {
    return (
      <div className={styles.parts}>
        <Note tone="bad">
          {rich`${problems.length === 1 ? t`1 problem prevents` : t`${problems.length} problems prevent`} publishing.`}
        </Note>
        <ul className={styles.list}>
          {problems.map(problem => (
            <li key={problem.path + problem.message}>{problemInWords(document, problem)}</li>
          ))}
        </ul>
        <div>
          <Button onClick={onClose}>{t`Back to the draft`}</Button>
        </div>
      </div>
    )
  }
  return (
    <div className={styles.parts}>
      <h3>{difference === null ? t`First version` : t`What changes`}</h3>
      <ul className={styles.list}>
        {sentences.length === 0 && (
          <li>
            {difference === null
              ? t`This is the first publish.`
              : t`Nothing: the draft is the same as the live version.`}
          </li>
        )}
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {simulations.length > 0 && <p>{t`These tests run first and must pass: ${simulations.join(', ')}.`}</p>}
      <p>{guestsInWords(guests_inside.total)}</p>
      {already_in !== null && <p>{alreadyInWords(already_in)}</p>}
      {gives_consent.length > 0 && (
        <Note tone="warn">
          {t`Double opt-in is on, but guests do not confirm a consent that a workflow gives: ${stepsInWords(document, gives_consent)}. Publish this only if the event itself proves that the guest agreed.`}
        </Note>
      )}
      <Form submission={submission} action={t`Publish`} onCancel={onClose}>
        {guests_inside.total > 0 && (
          <SelectField<'finish' | 'end'>
            label={t`Guests inside`}
            name="inside"
            value={inside}
            choices={choices}
            onChange={setInside}
            failure={submission.failure}
          />
        )}
        {transactional.length > 0 && (
          <CheckField
            label={t`These messages are transactional`}
            value={confirmed}
            onChange={setConfirmed}
            note={t`Guests without marketing consent get them too: ${stepsInWords(document, transactional)}. Confirm that each is about something the guest asked for.`}
          />
        )}
        <FailureList failure={submission.failure} />
      </Form>
    </div>
  )
}

/** The steps by their labels, or else by what they are about. */
const stepsInWords = (document: WorkflowDefinition, ids: readonly string[]): string =>
  document.nodes
    .filter(({ id }) => ids.includes(id))
    .map(node => `“${node.label ?? gistOf(node, document, noNames)}”`)
    .join(', ')

const noNames: ReadonlyMap<string, string> = new Map()
