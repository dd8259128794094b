import type { ComparisonProgress, ComparisonResult } from '@millrace/contract/job'
import { isScheduled, type WorkflowDefinition } from '@millrace/contract/workflow'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePace } from '../../../api/live-state.ts'
import { asked } from '../../../api/queries.ts'
import { callOff } from '../../../api/replays.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { readJob } from '../../../api/workflows.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Loaded } from '../../../components/list/Loaded.tsx'
import { Note } from '../../../components/Note.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { number } from '../../../language/format.ts'
import { t } from '../../../language/words.ts'
import styles from './Comparison.module.css'
import { Findings } from './Findings.tsx'

const LIVE_MS = 1_000

export interface ComparisonRunProps {
  id: string
  document: WorkflowDefinition
  locked: boolean
}

/** One comparison: its progress or its result. */
export function ComparisonRun({ id, document, locked }: ComparisonRunProps) {
  const queries = useQueryClient()
  const pace = usePace(LIVE_MS)
  const comparison = useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => asked(readJob(id, signal)),
    refetchInterval: ({ state: { data, error } }) => (error || data?.status !== 'running' ? false : pace),
  })
  const stop = useSubmit(
    () => callOff(id),
    ({ job }) => {
      queries.setQueryData(['job', id], job)
      void queries.invalidateQueries({ queryKey: ['jobs'] })
    },
  )
  return (
    <Loaded query={comparison}>
      {({ status, progress, result }) => {
        if (status === 'done' && result !== null) {
          return <Findings result={result as ComparisonResult} document={document} />
        }
        const { events = 0, total = 0 } = progress as Partial<ComparisonProgress>
        const soFar =
          total === 0 && isScheduled(document.trigger)
            ? t`some of the days`
            : t`${number(events)} of about ${number(total)} events`
        return (
          <Panel title={t`Progress`}>
            {status === 'running' && (
              <>
                <progress
                  className={styles.progress}
                  aria-label={t`Events checked`}
                  max={Math.max(1, total)}
                  value={events}
                />
                <p role="status">{soFar}</p>
                {!locked && (
                  <div>
                    <Button quiet busy={stop.busy} onClick={stop.submit}>
                      {t`Cancel`}
                    </Button>
                  </div>
                )}
                <FailureNote failure={stop.failure} />
              </>
            )}
            {status === 'cancelled' && <Note tone="quiet">{t`Cancelled after ${soFar}.`}</Note>}
            {status === 'failed' && (
              <Note tone="bad">
                {t`The comparison failed. Start it again. If it fails again, ask your operator to check the log.`}
              </Note>
            )}
          </Panel>
        )
      }}
    </Loaded>
  )
}
