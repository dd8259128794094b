import type { ComparisonResult } from '@millrace/contract/job'
import { isScheduled, type WorkflowDefinition } from '@millrace/contract/workflow'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readGuest } from '../../../api/management.ts'
import { asked } from '../../../api/queries.ts'
import { Table } from '../../../components/list/Table.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { exactTime } from '../../../components/time/relative-time.ts'
import { useZone } from '../../../components/time/use-zone.ts'
import { useVenueSuggestions } from '../../../features/venue/use-venue-suggestions.ts'
import { number } from '../../../language/format.ts'
import { plural, t } from '../../../language/words.ts'
import styles from './Comparison.module.css'
import { type Figure, figuresOf, messageFigures, nodeFigures, summary } from './figures.ts'

const signed = (value: number) => `${value > 0 ? '+' : ''}${number(value)}`

/** What would be different, in one sentence and then in figures. */
export function Findings({ result, document }: { result: ComparisonResult; document: WorkflowDefinition }) {
  const zone = useZone()
  const messages = messageFigures(result, useVenueSuggestions() ?? [])
  const { since, until, difference, notes } = result
  const byClock = isScheduled(document.trigger) && result.events === 0
  return (
    <>
      <Panel title={t`What would change`}>
        <p>{summary(result)}</p>
        <p className={styles.quiet}>
          {t`${byClock ? t`Guests due` : t`${number(result.events)} events`} from ${exactTime(Date.parse(since), zone)} to ${exactTime(Date.parse(until), zone)}.`}
        </p>
        <Figures label={t`Totals`} first={t`Figure`} rows={figuresOf(result)} />
      </Panel>
      <Guests title={t`Only in the draft`} guests={difference.only_draft} />
      <Guests title={t`Only in the live version`} guests={difference.only_live} />
      <Panel title={t`Runs by step`}>
        <Figures label={t`Runs by step`} first={t`Step`} rows={nodeFigures(result, document)} />
      </Panel>
      {messages.length > 0 && (
        <Panel title={t`Messages by venue`}>
          <Figures label={t`Messages by venue`} first={t`Venue`} rows={messages} />
        </Panel>
      )}
      <Panel title={t`How this was calculated`}>
        <ul className={styles.notes}>
          {notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

function Figures({ label, first, rows }: { label: string; first: string; rows: readonly Figure[] }) {
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ what }) => what}
      columns={[
        { name: first, long: true, cell: ({ what }: Figure) => what },
        { name: t`Live`, end: true, cell: ({ live }: Figure) => (live === null ? '–' : number(live)) },
        { name: t`Draft`, end: true, cell: ({ draft }: Figure) => number(draft) },
        {
          name: t`Difference`,
          end: true,
          cell: ({ draft, live }: Figure) => (draft === (live ?? 0) ? '0' : signed(draft - (live ?? 0))),
        },
      ]}
    />
  )
}

function Guests({ title, guests }: { title: string; guests: ComparisonResult['difference']['only_draft'] }) {
  if (guests.count === 0) return null
  return (
    <Panel title={`${title}: ${plural(guests.count, '# guest', '# guests')}`}>
      <ul className={styles.guests}>
        {guests.sample.map(id => (
          <li key={id}>
            <GuestLink id={id} />
          </li>
        ))}
        {guests.count > guests.sample.length && (
          <li>{t`and ${number(guests.count - guests.sample.length)} more`}</li>
        )}
      </ul>
    </Panel>
  )
}

/** By name, once loaded. */
function GuestLink({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['guest', id],
    queryFn: ({ signal }) => asked(readGuest(id, signal)),
  })
  return <Link to={`/guests/${id}`}>{data?.name ?? data?.email ?? id}</Link>
}
