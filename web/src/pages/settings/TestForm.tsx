import type { TestAnswer } from '@millrace/contract/dashboard/settings'
import { useState } from 'react'
import type { Answer } from '../../api/answer.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'
import { OtherFaults } from './OtherFaults.tsx'
import styles from './TestForm.module.css'

export interface TestFormProps {
  label: string
  /** The field's name in the request. */
  name: 'to' | 'url'
  type: 'email' | 'tel' | 'url'
  note: string
  placeholder: string
  action: string
  send(where: string): Promise<Answer<TestAnswer>>
}

/** Tests the settings in the form, saved or not, and shows the result. */
export function TestForm({ label, name, type, note, placeholder, action, send }: TestFormProps) {
  const [where, setWhere] = useState('')
  const [result, setResult] = useState<TestAnswer>()
  const submission = useSubmit(() => {
    setResult(undefined)
    return send(where)
  }, setResult)
  return (
    <div className={styles.test}>
      <Form submission={submission} action={action}>
        <TextField
          label={label}
          name={name}
          type={type}
          required
          note={note}
          placeholder={placeholder}
          value={where}
          onChange={setWhere}
          failure={submission.failure}
        />
        <OtherFaults own={[name]} failure={submission.failure} />
      </Form>
      <div role="status">{result && <Result result={result} />}</div>
    </div>
  )
}

const tones = { delivered: 'good', retry: 'warn', refused: 'bad' } as const

function Result({ result: { outcome, message, status, response, duration_ms } }: { result: TestAnswer }) {
  return (
    <Note tone={tones[outcome]}>
      <p>{outcome === 'delivered' ? t`Sent in ${duration_ms} ms.` : message}</p>
      {outcome === 'retry' && <p>{t`A real message would be retried automatically.`}</p>}
      {response !== null && response !== '' && (
        <p>
          {status === null || response.startsWith(String(status))
            ? t`The answer was `
            : t`The answer was ${status}: `}
          <code>{response.slice(0, 500)}</code>
        </p>
      )}
    </Note>
  )
}
