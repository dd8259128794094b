import type { Broadcast } from '@millrace/contract/sent-broadcast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  estimateBroadcast,
  listBroadcasts,
  sendBroadcast,
  setBroadcastState,
  testBroadcast,
} from '../../../api/broadcasts.ts'
import { asked } from '../../../api/queries.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { Time } from '../../../components/time/Time.tsx'
import { useChanged } from '../../../components/use-changed.ts'
import { WhatIsThis } from '../../../features/help/WhatIsThis.tsx'
import { MemberName } from '../../../features/member/MemberName.tsx'
import { rich, t } from '../../../language/words.ts'
import { toastFailure } from '../../../toasts/toast-failure.ts'
import styles from './Broadcasts.module.css'
import { broadcastInWords, estimateInWords, paceInWords, reasonsInWords } from './broadcast-words.ts'

const SHOWN = 7
/** While one is being sent. */
const LOOK_MS = 2_000

interface SavedDraft {
  readonly revision: number
  /** Without faults. */
  readonly isWhole: boolean
}

/** The latest broadcasts of the workflow, whom the next one reaches, and what can be done about them. */
export function Broadcasts({
  workflowId,
  draft,
  locked,
}: {
  workflowId: string
  draft: SavedDraft
  locked: boolean
}) {
  const [isSending, setIsSending] = useState(false)
  const key = ['broadcasts', workflowId]
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => asked(listBroadcasts(workflowId, signal)),
    refetchInterval: ({ state }) =>
      state.data?.data.some(one => one.state === 'sending') && !state.error ? LOOK_MS : false,
  })
  const done = useChanged([key], () => setIsSending(false))
  if (data === undefined) return null
  const isUnderWay = data.data.some(({ state }) => state === 'sending' || state === 'paused')
  return (
    <section className={styles.broadcasts} aria-label={t`Broadcasts`}>
      <DraftEstimate workflowId={workflowId} draft={draft} />
      <WhatIsThis topic="marketers#broadcasts">{t`How broadcasts work`}</WhatIsThis>
      {draft.isWhole && !locked && <TestButton workflowId={workflowId} />}
      {data.next_at !== null && <p>{rich`The live version is sent next ${<Time at={data.next_at} />}.`}</p>}
      {data.is_sent_by_hand && !locked && !isUnderWay && (
        <div>
          <Button onClick={() => setIsSending(true)}>{t`Send broadcast…`}</Button>
        </div>
      )}
      {data.data.length > 0 && (
        <ul className={styles.sent}>
          {data.data.slice(0, SHOWN).map(one => (
            <Sent
              key={one.id}
              workflowId={workflowId}
              broadcast={one}
              members={data.members}
              locked={locked}
              onChanged={done}
            />
          ))}
        </ul>
      )}
      {isSending && (
        <ConfirmDialog
          title={t`Send this broadcast?`}
          action={t`Send broadcast`}
          danger={false}
          send={() => sendBroadcast(workflowId)}
          onDone={done}
          onClose={() => setIsSending(false)}
        >
          <p>{t`The live version starts for the guests who are in its segment now.`}</p>
          <Estimate workflowId={workflowId} of="live" />
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Of the draft as it is saved, to the member's own address. */
function TestButton({ workflowId }: { workflowId: string }) {
  const [isSending, setIsSending] = useState(false)
  const done = useChanged([])
  const send = async () => {
    setIsSending(true)
    const answer = await testBroadcast(workflowId)
    setIsSending(false)
    if (answer.ok) done(answer.value)
    else toastFailure(answer.failure)
  }
  return (
    <p className={styles.actions}>
      <Button quiet busy={isSending} onClick={send}>
        {t`Send me a test`}
      </Button>
    </p>
  )
}

/** What is published differs from the draft where that was changed since. */
function DraftEstimate({ workflowId, draft }: { workflowId: string; draft: SavedDraft }) {
  if (!draft.isWhole) return <p>{t`The estimate is shown once the draft has no problems.`}</p>
  return <Estimate workflowId={workflowId} of="draft" revision={draft.revision} />
}

function Estimate({
  workflowId,
  of,
  revision,
}: {
  workflowId: string
  of: 'draft' | 'live'
  /** Of the draft. */
  revision?: number
}) {
  const { data, isError } = useQuery({
    queryKey: ['broadcast-estimate', workflowId, of, revision],
    queryFn: ({ signal }) => asked(estimateBroadcast(workflowId, of, signal)),
    staleTime: 10_000,
    retry: false,
  })
  if (data === undefined)
    return (
      <p role="status">{isError ? t`The number of guests is not known right now.` : t`Counting guests…`}</p>
    )
  return (
    <div className={styles.estimate}>
      <p>
        {estimateInWords(data)} {data.seconds !== null && paceInWords(data.seconds)}
      </p>
      <Reasons skipped={data.skipped} />
    </div>
  )
}

/** How many were left out, by reason. */
function Reasons({ skipped }: { skipped: Broadcast['skipped'] }) {
  const reasons = reasonsInWords(skipped)
  if (reasons.length === 0) return null
  return (
    <ul className={styles.quiet} aria-label={t`Left out`}>
      {reasons.map(text => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Sent({
  workflowId,
  broadcast,
  members,
  locked,
  onChanged,
}: {
  workflowId: string
  broadcast: Broadcast
  members: number
  locked: boolean
  onChanged(answer: { message: string }): void
}) {
  const { id, state, due_at, sent_by, skipped } = broadcast
  const [isStopping, setIsStopping] = useState(false)
  const set = async (next: 'sending' | 'paused') => {
    const answer = await setBroadcastState(workflowId, id, next)
    if (answer.ok) onChanged(answer.value)
    else toastFailure(answer.failure)
  }
  return (
    <li>
      <p className={styles.sentence}>{broadcastInWords(broadcast, members)}</p>
      <p className={styles.quiet}>
        <Time at={due_at} />
        {sent_by !== null && rich`, by ${<MemberName email={sent_by} />}`}
      </p>
      <Reasons skipped={skipped} />
      {!locked && state !== 'done' && state !== 'stopped' && (
        <div className={styles.actions}>
          {state === 'sending' && (
            <Button quiet onClick={() => set('paused')}>
              {t`Pause broadcast`}
            </Button>
          )}
          {state === 'paused' && (
            <Button quiet onClick={() => set('sending')}>
              {t`Resume broadcast`}
            </Button>
          )}
          {state === 'missed' && (
            <Button quiet onClick={() => set('sending')}>
              {t`Send it now`}
            </Button>
          )}
          {(state === 'sending' || state === 'paused') && (
            <Button quiet danger onClick={() => setIsStopping(true)}>
              {t`Stop broadcast…`}
            </Button>
          )}
        </div>
      )}
      {isStopping && (
        <ConfirmDialog
          title={t`Stop this broadcast?`}
          action={t`Stop broadcast`}
          send={() => setBroadcastState(workflowId, id, 'stopped')}
          onDone={answer => {
            setIsStopping(false)
            onChanged(answer)
          }}
          onClose={() => setIsStopping(false)}
        >
          <p>{t`Nobody else starts, and it cannot be resumed. Guests who have started continue.`}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
