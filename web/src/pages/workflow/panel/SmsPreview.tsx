import type { Preview, PreviewRequest } from '@millrace/contract/dashboard/workflows'
import type { NodeOf } from '@millrace/contract/node'
import { useState } from 'react'
import { useLatest } from '../../../api/use-latest.ts'
import { previewTemplate } from '../../../api/workflows.ts'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { Note } from '../../../components/Note.tsx'
import { type ChosenGuest, GuestPicker } from '../../../features/guest/GuestPicker.tsx'
import { SendTest } from '../../../features/message/SendTest.tsx'
import { plural, t } from '../../../language/words.ts'
import styles from './MessagePreview.module.css'
import type { NodeFormProps } from './panel-context.ts'
import { testOf } from './test-of.ts'

/** The SMS as a guest would get it while it is written, and as how many messages it is charged. */
export function SmsPreview({ form }: { form: NodeFormProps<NodeOf<'send_sms'>> }) {
  const { node, workflowId, language, locked } = form
  const [guest, setGuest] = useState<ChosenGuest>()
  const [choosing, setChoosing] = useState(false)
  const question: PreviewRequest = {
    text: node.body,
    channel: 'sms',
    workflow_id: workflowId,
    marketing: node.class !== 'transactional',
    ...(language !== undefined && { language }),
    ...(guest && { guest_id: guest.id }),
  }
  const { value, failure } = useLatest(node.body === '' ? undefined : JSON.stringify(question), asked =>
    previewTemplate(JSON.parse(asked)),
  )
  return (
    <fieldset className={styles.preview}>
      <legend>{t`Preview`}</legend>
      <details onToggle={event => setChoosing(event.currentTarget.open)}>
        <summary className={styles.quiet}>{t`Preview with one of your guests`}</summary>
        {choosing && <GuestPicker guest={guest} onChange={setGuest} />}
      </details>
      {!locked && (
        <div className={styles.actions}>
          <SendTest test={testOf(form)} guest={guest} />
        </div>
      )}
      {failure && (
        <Note tone="bad">{t`Couldn’t load the preview. It loads again with your next change.`}</Note>
      )}
      {node.body !== '' && value && <Shown preview={value} />}
    </fieldset>
  )
}

function Shown({ preview: { text, faults, sms } }: { preview: Preview }) {
  if (text === null)
    return <Note tone="bad">{faults.map(({ line, message }) => t`Line ${line}: ${message}`).join(' ')}</Note>
  return (
    <>
      <CodeBlock wrap label={t`The SMS`} text={text} />
      {sms && (
        <p className={styles.quiet}>
          {t`${sms.units} characters in ${sms.encoding}: charged as ${messages(sms.segments)}.`}
          {sms.longest &&
            sms.longest.segments > sms.segments &&
            ` ${t`With the name of one of your newest guests: ${messages(sms.longest.segments)}, in ${sms.longest.encoding}.`}`}
        </p>
      )}
    </>
  )
}

const messages = (segments: number) => plural(segments, '# message', '# messages')
