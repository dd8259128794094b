import type { EmailBlock } from '@millrace/contract/email-blocks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { asked } from '../../api/queries.ts'
import { previewTemplate } from '../../api/workflows.ts'
import { Note } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'
import { type ChosenGuest, GuestPicker } from '../guest/GuestPicker.tsx'
import { RenderedEmail } from '../message/RenderedEmail.tsx'
import { writtenBlocks } from './block-types.ts'
import styles from './EmailEditor.module.css'

/** Long enough not to ask at every letter. */
const PAUSE_MS = 400

const widths = [
  { name: t`Desktop`, narrow: false },
  { name: t`Phone`, narrow: true },
] as const

/** The e-mail as a guest would get it, while it is written. */
export function EmailPreview({
  workflowId,
  blocks,
}: {
  /** Whose name and variables are in it; undefined: those of none. */
  workflowId?: string | undefined
  blocks: readonly EmailBlock[]
}) {
  const [guest, setGuest] = useState<ChosenGuest>()
  const [choosing, setChoosing] = useState(false)
  const [narrow, setNarrow] = useState(false)
  const written = JSON.stringify(writtenBlocks(blocks))
  const [settled, setSettled] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [written])
  const { data, isError } = useQuery({
    queryKey: ['email-preview', workflowId, guest?.id, settled],
    queryFn: () =>
      asked(
        previewTemplate({
          blocks: JSON.parse(settled),
          channel: 'html',
          ...(workflowId !== undefined && { workflow_id: workflowId }),
          ...(guest && { guest_id: guest.id }),
        }),
      ),
    enabled: settled !== '[]',
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <section aria-label={t`Preview`} className={styles.preview}>
      <div className={styles.widths}>
        <h3>{t`Preview`}</h3>
        {widths.map(width => (
          <button
            key={width.name}
            type="button"
            className={styles.width}
            aria-pressed={narrow === width.narrow}
            onClick={() => setNarrow(width.narrow)}
          >
            {width.name}
          </button>
        ))}
      </div>
      <details onToggle={event => setChoosing(event.currentTarget.open)}>
        <summary className={styles.quiet}>{t`Preview with one of your guests`}</summary>
        {choosing && <GuestPicker guest={guest} onChange={setGuest} />}
      </details>
      {settled === '[]' && <p className={styles.quiet}>{t`Nothing to show yet. Fill in a block.`}</p>}
      {isError && (
        <Note tone="bad">{t`Couldn’t load the preview. It is tried again at the next change.`}</Note>
      )}
      {settled !== '[]' && data?.text === null && (
        <Note tone="bad">{data.faults.map(({ message }) => message).join(' ')}</Note>
      )}
      {settled !== '[]' && typeof data?.text === 'string' && (
        <div className={narrow ? styles.phone : undefined}>
          <RenderedEmail label={t`E-mail preview`} html={data.text} narrow={narrow} />
        </div>
      )}
    </section>
  )
}
