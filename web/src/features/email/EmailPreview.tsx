import type { PreviewRequest } from '@millrace/contract/dashboard/workflows'
import type { EmailBlock } from '@millrace/contract/email-blocks'
import { useState } from 'react'
import { useLatest } from '../../api/use-latest.ts'
import { previewTemplate } from '../../api/workflows.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Note } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'
import { type ChosenGuest, GuestPicker } from '../guest/GuestPicker.tsx'
import { RenderedEmail } from '../message/RenderedEmail.tsx'
import { SendTest, type TestOfMessage } from '../message/SendTest.tsx'
import { writtenBlocks } from './block-types.ts'
import { CheckLinks } from './CheckLinks.tsx'
import { EmailChecks } from './EmailChecks.tsx'
import styles from './EmailEditor.module.css'

const views = [
  { name: t`Desktop`, view: 'desktop' },
  { name: t`Phone`, view: 'phone' },
  { name: t`Dark`, view: 'dark' },
  { name: t`Plain text`, view: 'plain' },
] as const
type View = (typeof views)[number]['view']

/** The e-mail as a guest would get it, while it is written. */
export function EmailPreview({
  workflowId,
  language,
  blocks,
  test,
}: {
  /** Whose name and variables are in it; undefined: those of none. */
  workflowId?: string | undefined
  /** As which dates and numbers are written; undefined: as at the venue. */
  language?: string | undefined
  blocks: readonly EmailBlock[]
  /** Sends it to the member; undefined: it is no whole e-mail. */
  test?: TestOfMessage | undefined
}) {
  const [guest, setGuest] = useState<ChosenGuest>()
  const [choosing, setChoosing] = useState(false)
  const [shown, setShown] = useState<View>('desktop')
  const written = writtenBlocks(blocks)
  const isEmpty = written.length === 0
  const { value, failure } = useLatest(
    isEmpty
      ? undefined
      : JSON.stringify({
          blocks: written,
          channel: 'html',
          ...(workflowId !== undefined && { workflow_id: workflowId }),
          ...(language !== undefined && { language }),
          ...(guest && { guest_id: guest.id }),
        } satisfies PreviewRequest),
    question => previewTemplate(JSON.parse(question)),
  )
  const data = isEmpty ? undefined : value
  return (
    <section aria-label={t`Preview`} className={styles.preview}>
      <div className={styles.widths}>
        <h3>{t`Preview`}</h3>
        {views.map(({ name, view }) => (
          <button
            key={view}
            type="button"
            className={styles.width}
            aria-pressed={shown === view}
            onClick={() => setShown(view)}
          >
            {name}
          </button>
        ))}
      </div>
      <details onToggle={event => setChoosing(event.currentTarget.open)}>
        <summary className={styles.quiet}>{t`Preview with one of your guests`}</summary>
        {choosing && <GuestPicker guest={guest} onChange={setGuest} />}
      </details>
      {test && (
        <div>
          <SendTest test={test} guest={guest} />
        </div>
      )}
      {isEmpty && <p className={styles.quiet}>{t`Nothing to show yet. Fill in a block.`}</p>}
      {failure && (
        <Note tone="bad">{t`Couldn’t load the preview. It loads again with your next change.`}</Note>
      )}
      {data?.text === null && <Note tone="bad">{data.faults.map(({ message }) => message).join(' ')}</Note>}
      {typeof data?.text === 'string' && (
        <>
          {shown === 'plain' && data.email ? (
            <CodeBlock wrap label={t`The text part`} text={data.email.plain} />
          ) : (
            <div className={shown === 'phone' ? styles.phone : shown === 'dark' ? styles.dark : undefined}>
              <RenderedEmail
                label={t`E-mail preview`}
                html={data.text}
                narrow={shown === 'phone'}
                dark={shown === 'dark'}
              />
            </div>
          )}
          {shown === 'dark' && (
            <p
              className={styles.quiet}
            >{t`Some mail programs turn the colours around at night. Each does it in its own way.`}</p>
          )}
          {data.email && (
            <EmailChecks
              blocks={blocks}
              email={data.email}
              isMarketing={test !== undefined && test.node.class !== 'transactional'}
            />
          )}
          {test && <CheckLinks html={data.text} />}
        </>
      )}
    </section>
  )
}
