import type { Job } from '@millrace/contract/job'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { usePace } from '../../api/live-state.ts'
import { asked } from '../../api/queries.ts'
import { callOff, listJobs } from '../../api/replays.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import type { Tone } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import styles from './Replays.module.css'
import { progressInWords, skippedInWords } from './replay-words.ts'

const FRESH_MS = 2_000
const SHOWN = 5
const tones: Record<Job['status'], Tone> = {
  running: 'warn',
  done: 'good',
  failed: 'bad',
  cancelled: 'quiet',
}

/** The latest replays with their progress. Hidden while there are none. */
export function Replays() {
  const pace = usePace(FRESH_MS)
  const jobs = useQuery({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => asked(listJobs(signal)),
    refetchInterval: ({ state }) => (state.error ? false : pace),
  })
  const replays = (jobs.data?.data ?? []).filter(({ kind }) => kind === 'push').slice(0, SHOWN)
  if (replays.length === 0) return null
  return (
    <Panel title={t`Replays`}>
      <ul className={styles.replays}>
        {replays.map(replay => (
          <Replay key={replay.id} replay={replay} />
        ))}
      </ul>
    </Panel>
  )
}

function Replay({ replay }: { replay: Job }) {
  const { role } = useSignedIn()
  const queries = useQueryClient()
  const { busy, failure, submit } = useSubmit(
    () => callOff(replay.id),
    () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  )
  const { skipped = {} } = replay.progress as { skipped?: Record<string, number> }
  return (
    <li>
      <div className={styles.words}>
        <span>
          <Badge tone={tones[replay.status]}>{replay.status}</Badge> {progressInWords(replay)}
        </span>
        <span className={styles.quiet}>
          {[...skippedInWords(skipped), failure?.message].filter(Boolean).join('; ')}
        </span>
        <span className={styles.quiet}>
          {replay.actor}, <Time at={replay.created_at} />
          {replay.workflow_id !== null && (
            <>
              {' · '}
              <Link
                to={`/runs?${new URLSearchParams({ workflow_id: replay.workflow_id })}`}
              >{t`View runs`}</Link>
            </>
          )}
        </span>
      </div>
      {replay.status === 'running' && role !== 'viewer' && (
        <Button quiet busy={busy} onClick={submit}>
          {t`Stop`}
        </Button>
      )}
    </li>
  )
}
