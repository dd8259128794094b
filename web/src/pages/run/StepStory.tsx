import type { LinkClicks, MessageAttempt } from '@millrace/contract/dashboard/outbox'
import type { RunInspection, RunStep } from '@millrace/contract/dashboard/runs'
import type { MessageReport } from '@millrace/contract/email-feedback'
import { Link } from 'wouter'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Time } from '../../components/time/Time.tsx'
import { Answered } from '../../features/message/Answered.tsx'
import { Clicks } from '../../features/message/Clicks.tsx'
import { Reports } from '../../features/message/Reports.tsx'
import { StepSummary } from '../../features/run/StepSummary.tsx'
import { lengthInWords } from '../../features/run/step-times.ts'
import { rich, t } from '../../language/words.ts'
import styles from './StepStory.module.css'

/** A step in words: what it did, what decided it, and what the other side answered. */
export function StepStory({ step, inspection }: { step: RunStep; inspection: RunInspection }) {
  const { run, tasks, points } = inspection
  const own = <T extends { node_id: string }>(made: readonly T[]) =>
    made.filter(({ node_id }) => node_id === step.node_id)
  return (
    <div className={styles.story}>
      <StepSummary step={step} />
      {own(points).map(({ created_at, reason }) =>
        reason === null ? null : <p key={created_at}>{t`Reason: ${reason}`}</p>,
      )}
      {own(tasks).map(({ id, title, status }) => (
        <p key={id}>
          <Link to={`/tasks?guest_id=${run.org_reg_id}&status=${status}`}>{title}</Link>
          {status === 'open' ? t` (open)` : t` (done)`}
        </p>
      ))}
      <Attempts attempts={step.message?.attempts ?? []} next={step.message?.due_at ?? null} />
      {step.message?.waits_for && <p>{step.message.waits_for}</p>}
      <Reported reports={step.message?.reports ?? []} />
      <Clicked clicks={step.message?.clicks ?? []} />
      {step.message?.answer && (
        <section aria-label={t`Answer`}>
          <h3>{t`Answer`}</h3>
          <Answered answer={step.message.answer} />
        </section>
      )}
      <Response detail={step.detail} />
    </div>
  )
}

/** The provider of an attempt, where it was one; of a failed one, it is inside of `detail`. */
function throughOf(kept: Readonly<Record<string, unknown>>): string {
  const { through } = (typeof kept.detail === 'object' ? kept.detail : kept) as { through?: unknown }
  return typeof through === 'string' ? t` through "${through}"` : ''
}

const outcomes = { delivered: t`Delivered`, retry: t`Failed, will retry`, refused: t`Refused` } as const

function Attempts({ attempts, next }: { attempts: readonly MessageAttempt[]; next: string | null }) {
  if (attempts.length === 0) return null
  return (
    <section aria-label={t`Delivery attempts`}>
      <h3>{attempts.length === 1 ? t`Delivery` : t`Delivery: ${attempts.length} attempts`}</h3>
      <ol>
        {attempts.map(({ attempt, at, duration_ms, outcome, detail }) => (
          <li key={attempt}>
            {`${outcomes[outcome]}${throughOf(detail)}${typeof detail.message === 'string' ? `: ${detail.message}` : ''} `}
            <small>
              <Time at={at} />
              {t`, took ${lengthInWords(duration_ms)}`}
            </small>
          </li>
        ))}
      </ol>
      {next !== null && <p>{rich`Next attempt ${<Time at={next} />}.`}</p>}
    </section>
  )
}

/** What the provider reported after the step. */
function Reported({ reports }: { reports: readonly MessageReport[] }) {
  if (reports.length === 0) return null
  return (
    <section aria-label={t`Provider reports`}>
      <h3>{t`Provider reports`}</h3>
      <Reports reports={reports} />
    </section>
  )
}

/** Links that the guest followed after the step. */
function Clicked({ clicks }: { clicks: readonly LinkClicks[] }) {
  if (clicks.length === 0) return null
  return (
    <section aria-label={t`Clicks`}>
      <h3>{t`Clicks`}</h3>
      <Clicks clicks={clicks} />
    </section>
  )
}

/** What the receiver of a webhook answered. */
function Response({ detail: { delivery } }: { detail: RunStep['detail'] }) {
  if (typeof delivery !== 'object' || delivery === null) return null
  const { status, json, body } = delivery as { status?: unknown; json?: unknown; body?: unknown }
  if (typeof status !== 'number') return null
  const text = json === undefined ? body : JSON.stringify(json, null, 2)
  return (
    <section aria-label={t`Response`}>
      <h3>{t`Response`}</h3>
      <DescriptionList entries={[[t`Status`, String(status)]]} />
      {typeof text === 'string' && text !== '' && <CodeBlock wrap label={t`Body`} text={text} />}
    </section>
  )
}
