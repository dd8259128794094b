import type { Job } from '@millrace/contract/job'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../../api/queries.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { listJobsOf, startComparison } from '../../../api/workflows.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { FailureDetails } from '../../../components/FailureDetails.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { Empty } from '../../../components/list/Empty.tsx'
import { Loaded } from '../../../components/list/Loaded.tsx'
import type { Tone } from '../../../components/Note.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Time } from '../../../components/time/Time.tsx'
import { MemberName } from '../../../features/member/MemberName.tsx'
import { rich, t } from '../../../language/words.ts'
import type { Draft } from '../draft/use-draft.ts'
import styles from './Comparison.module.css'
import { ComparisonRun } from './ComparisonRun.tsx'

const periods = [
  { value: '1', label: t`Last 24 hours` },
  { value: '7', label: t`Last 7 days` },
  { value: '30', label: t`Last 30 days` },
  { value: '90', label: t`Last 90 days` },
  { value: '365', label: t`Last year` },
]

const tones: Record<Job['status'], Tone> = {
  running: 'warn',
  done: 'good',
  failed: 'bad',
  cancelled: 'quiet',
}

export interface ComparisonProps {
  workflowId: string
  draft: Draft
  locked: boolean
}

/** Compares the draft with the live version over past events: who would enter, what would be sent, at what cost. */
export function Comparison({ workflowId, draft, locked }: ComparisonProps) {
  const queries = useQueryClient()
  const [days, setDays] = useState('7')
  const [chosen, setChosen] = useState<string>()
  const jobs = useQuery({
    queryKey: ['jobs', workflowId],
    queryFn: ({ signal }) => asked(listJobsOf(workflowId, signal)),
  })
  const start = useSubmit(
    () => startComparison(workflowId, Number(days)),
    ({ job }) => {
      queries.setQueryData(['job', job.id], job)
      void queries.invalidateQueries({ queryKey: ['jobs'] })
      setChosen(job.id)
    },
  )
  const isSaved = draft.saving.state === 'saved'
  return (
    <>
      {!locked && (
        <Panel title={t`Compare with live`}>
          <p>
            {t`Runs past events through the draft and the live version, and shows what differs. If a date, an absence, a segment or a broadcast starts it, the guests who were due are used instead. Nothing is sent, and no guest changes.`}
          </p>
          <form className={styles.form} onSubmit={start.submit}>
            <SelectField
              label={t`Events from`}
              name="days"
              value={days}
              choices={periods}
              onChange={setDays}
              failure={start.failure}
            />
            <Button type="submit" busy={start.busy} disabled={!isSaved}>
              {t`Compare`}
            </Button>
          </form>
          <FailureDetails failure={start.failure} />
        </Panel>
      )}
      <Loaded query={jobs}>
        {({ data }) => {
          const comparisons = data.filter(({ kind }) => kind === 'comparison')
          const shown = chosen ?? comparisons[0]?.id
          if (shown === undefined) {
            return (
              <Empty title={t`No comparison yet`}>
                <p>{t`Before you publish, see for how many guests the draft would behave differently.`}</p>
              </Empty>
            )
          }
          return (
            <>
              <ComparisonRun key={shown} id={shown} document={draft.document} locked={locked} />
              {comparisons.length > 1 && (
                <Panel title={t`Earlier comparisons`}>
                  <ul className={styles.earlier}>
                    {comparisons.map(({ id, status, actor, created_at }) => (
                      <li key={id}>
                        <button type="button" aria-pressed={id === shown} onClick={() => setChosen(id)}>
                          {rich`${<Time at={created_at} />} by ${<MemberName email={actor} />}`}
                        </button>
                        <Badge tone={tones[status]}>{status}</Badge>
                      </li>
                    ))}
                  </ul>
                </Panel>
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}
