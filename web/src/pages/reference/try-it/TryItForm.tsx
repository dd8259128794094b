import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { CodeField } from '../../../components/form/CodeField.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { valuesOf } from '../../../features/schema/describe.ts'
import type { Operation } from '../contents/operations.ts'
import { useSession } from '../session/session.ts'
import { AnswerLine } from './AnswerLine.tsx'
import { AnswerView } from './AnswerView.tsx'
import { BodyEditor } from './BodyEditor.tsx'
import { type Draft, keyOf, toRequest } from './draft.ts'
import { type Answer, send } from './send.ts'
import styles from './TryIt.module.css'

export interface TryItFormProps {
  operation: Operation
  draft: Draft
  onChange(draft: Draft): void
}

export function TryItForm({ operation, draft, onChange }: TryItFormProps) {
  const { session } = useSession()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer | 'none'>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const received = await send(toRequest(operation, draft, session?.token ?? ''))
    setAnswer(received ?? 'none')
    setBusy(false)
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      {operation.secured && !session && (
        <p className={styles.hint}>
          <Icon name="key" />
          <span>
            This call needs a token. <a href="#oauth">Get one at the top of this page.</a>
          </span>
        </p>
      )}
      {operation.parameters.map(parameter => (
        <CodeField
          key={keyOf(parameter)}
          label={parameter.name}
          required={parameter.required ?? false}
          value={draft.parameters[keyOf(parameter)] ?? ''}
          choices={valuesOf(parameter.schema ?? {})}
          onChange={value =>
            onChange({ ...draft, parameters: { ...draft.parameters, [keyOf(parameter)]: value } })
          }
        />
      ))}
      {operation.body && <BodyEditor text={draft.body} onChange={body => onChange({ ...draft, body })} />}
      <div>
        <Button type="submit" aria-busy={busy}>
          {busy ? 'Sending …' : 'Send'}
        </Button>
      </div>
      <div role="status">
        {answer === 'none' && (
          <p className={styles.none}>The server did not answer. Is it running, and can you reach it?</p>
        )}
        {answer && answer !== 'none' && <AnswerLine answer={answer} />}
      </div>
      {answer && answer !== 'none' && <AnswerView answer={answer} />}
    </form>
  )
}
