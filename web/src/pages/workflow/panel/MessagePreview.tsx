import type { Preview, PreviewRequest } from '@millrace/contract/dashboard/workflows'
import type { MessageNode } from '@millrace/contract/in-language'
import { useState } from 'react'
import type { Answer } from '../../../api/answer.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { previewTemplate } from '../../../api/workflows.ts'
import { Button } from '../../../components/Button.tsx'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { type ChosenGuest, GuestPicker } from '../../../features/guest/GuestPicker.tsx'
import { RenderedEmail } from '../../../features/message/RenderedEmail.tsx'
import { SendTest } from '../../../features/message/SendTest.tsx'
import { t } from '../../../language/words.ts'
import styles from './MessagePreview.module.css'
import type { NodeFormProps } from './panel-context.ts'
import { testOf } from './test-of.ts'

type Part = Extract<PreviewRequest['channel'], 'subject' | 'html' | 'text'>
type Parts = Readonly<Partial<Record<Part, string>>>
type Rendered = readonly (readonly [Part, Preview])[]

export interface MessagePreviewProps {
  form: NodeFormProps<MessageNode>
  /** The texts that are written, by what they are for. */
  parts: Parts
}

/** The message as a guest would get it: a real one, or an invented one. */
export function MessagePreview({ form, parts }: MessagePreviewProps) {
  const { workflowId, language, locked } = form
  const [guest, setGuest] = useState<ChosenGuest>()
  const [choosing, setChoosing] = useState(false)
  const [rendered, setRendered] = useState<Rendered>()
  const preview = useSubmit(() => renderAll(parts, workflowId, guest?.id, language), setRendered)
  return (
    <fieldset className={styles.preview}>
      <legend>{t`Preview`}</legend>
      <details onToggle={event => setChoosing(event.currentTarget.open)}>
        <summary className={styles.quiet}>{t`Preview with one of your guests`}</summary>
        {choosing && <GuestPicker guest={guest} onChange={setGuest} />}
      </details>
      <div className={styles.actions}>
        <Button quiet busy={preview.busy} onClick={preview.submit}>
          {t`Show preview`}
        </Button>
        {!locked && <SendTest test={testOf(form)} guest={guest} />}
      </div>
      <FailureNote failure={preview.failure} />
      {rendered?.map(([part, result]) => (
        <RenderedPart key={part} part={part} preview={result} />
      ))}
    </fieldset>
  )
}

function RenderedPart({ part, preview: { text, faults } }: { part: Part; preview: Preview }) {
  if (text === null) {
    return <Note tone="bad">{faults.map(({ line, message }) => t`Line ${line}: ${message}`).join(' ')}</Note>
  }
  if (part === 'html') return <RenderedEmail label={t`E-mail preview`} html={text} />
  if (part === 'subject') return <p className={styles.subject}>{text}</p>
  return <CodeBlock wrap label={t`The text part`} text={text} />
}

/** All of them, or why one could not be asked for. */
async function renderAll(
  parts: Parts,
  workflow_id: string,
  guest_id: string | undefined,
  language: string | undefined,
): Promise<Answer<Rendered>> {
  const value: [Part, Preview][] = []
  for (const [channel, text] of Object.entries(parts) as [Part, string][]) {
    const who = { ...(guest_id !== undefined && { guest_id }), ...(language !== undefined && { language }) }
    const answer = await previewTemplate({ text, channel, workflow_id, ...who })
    if (!answer.ok) return answer
    value.push([channel, answer.value])
  }
  return { ok: true, value }
}
