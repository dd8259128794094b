import type { EventInList } from '@millrace/contract/dashboard/events'
import { Link } from 'wouter'
import { listEvents } from '../../api/management.ts'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { LateField } from '../../components/form/LateField.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import styles from '../../components/list/Filter.module.css'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/Time.tsx'

const FRESH_MS = 4_000
const statuses = [
  { value: '', label: 'All' },
  { value: 'unrouted', label: 'Started nothing' },
  { value: 'routed', label: 'Started a run' },
]

const columns: Column<EventInList>[] = [
  {
    name: 'When',
    cell: event => (
      <Link to={`/events/${event.id}`}>
        <Time at={event.created_at} />
      </Link>
    ),
  },
  { name: 'Guest', long: true, cell: event => event.guest_name ?? event.guest_id },
  { name: 'Source', long: true, cell: event => event.source ?? 'none' },
  { name: 'Venues', long: true, cell: event => event.serials.join(', ') },
  {
    name: 'What became of it',
    cell: event =>
      event.runs > 0 ? (
        <Badge tone="good">{event.runs === 1 ? 'one run' : `${event.runs} runs`}</Badge>
      ) : (
        <Badge tone="warn">started nothing</Badge>
      ),
  },
]

export function EventsPage() {
  const { filter, setFilter, clear, filtered } = useFilter(['status', 'source', 'serial', 'guest_id'])
  const events = usePages(
    ['events', filter],
    (cursor, signal) => listEvents(filter, cursor, signal),
    FRESH_MS,
  )
  return (
    <>
      <PageHead title="Events" about="Everything that was reported, with what became of it and why." />
      <search className={styles.filter}>
        <SelectField
          label="What became of it"
          name="status"
          value={filter.status}
          choices={statuses}
          onChange={status => setFilter({ status })}
        />
        <LateField
          label="Source"
          name="source"
          placeholder="as in till"
          value={filter.source}
          onChange={source => setFilter({ source })}
        />
        <LateField
          label="Venue"
          name="serial"
          placeholder="A serial"
          value={filter.serial}
          onChange={serial => setFilter({ serial })}
        />
      </search>
      <PagedTable
        label="Events"
        query={events}
        columns={columns}
        keyOf={event => event.id}
        empty={
          <Empty title={filtered ? 'No event is like this' : 'No event yet'}>
            {filtered ? (
              <Button quiet onClick={clear}>
                Show all
              </Button>
            ) : (
              <p>Create an API key, and send the first one with the commands that come with it.</p>
            )}
          </Empty>
        }
      />
    </>
  )
}
