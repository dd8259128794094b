import type { DueDays as Days } from '@millrace/contract/dashboard/workflows'
import { reasonInShort } from '@millrace/contract/skip-reason'
import { useQuery } from '@tanstack/react-query'
import { asked } from '../../../api/queries.ts'
import { listDueDays } from '../../../api/workflows.ts'
import { t } from '../../../language/words.ts'
import styles from './NodePanel.module.css'

const SHOWN = 7

/** What was done on the last days on which guests were due. */
export function DueDays({ workflowId }: { workflowId: string }) {
  const { data } = useQuery({
    queryKey: ['due-days', workflowId],
    queryFn: ({ signal }) => asked(listDueDays(workflowId, signal)),
    staleTime: 60_000,
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <section className={styles.about} aria-label={t`Recent days`}>
      <p>{t`Recent days with guests due:`}</p>
      <ul>
        {data.data.slice(0, SHOWN).map(day => (
          <li key={`${day.day} ${day.time_zone}`}>{dayInWords(day)}</li>
        ))}
      </ul>
    </section>
  )
}

const missedWords = {
  workflow_paused: t`the workflow was paused`,
  too_late: t`the server was off`,
  source_silent: t`no visits arrived`,
} as const

function dayInWords({
  day,
  considered,
  started,
  skipped,
  missed,
  missed_because,
}: Days['data'][number]): string {
  const reasons = Object.entries(skipped).map(([reason, many]) => `${many}: ${reasonInShort(reason)}`)
  const parts = [
    ...(considered > 0 ? [t`${started} of ${considered} started`] : []),
    ...reasons,
    ...(missed > 0 && missed_because ? [t`${missed} missed because ${missedWords[missed_because]}`] : []),
    ...(missed === 0 && considered === 0 && missed_because
      ? [t`held back because ${missedWords[missed_because]}`]
      : []),
  ]
  return `${day}: ${parts.join('; ')}`
}
