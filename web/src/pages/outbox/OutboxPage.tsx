import type { OutboxMessage } from '@millrace/contract/dashboard/outbox'
import { Link } from 'wouter'
import { listMessages } from '../../api/management.ts'
import { query } from '../../api/query.ts'
import { useFilter } from '../../api/use-filter.ts'
import { usePages } from '../../api/use-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import styles from '../../components/list/Filter.module.css'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/Time.tsx'
import { useIsOwner } from '../../session/use-session.ts'
import { messageTones } from './message-tones.ts'
import own from './OutboxPage.module.css'

const FRESH_MS = 5_000
const channels = [
  { value: '', label: 'Any' },
  { value: 'email', label: 'E-mail' },
  { value: 'sms', label: 'SMS' },
  { value: 'webhook', label: 'Webhook' },
]
const statuses = [
  { value: '', label: 'Any' },
  ...Object.keys(messageTones).map(value => ({ value, label: value })),
]

const columns: Column<OutboxMessage>[] = [
  {
    name: 'Message',
    long: true,
    cell: message => <Link to={`/outbox/${message.id}`}>{message.subject ?? message.recipient}</Link>,
  },
  { name: 'Channel', cell: message => message.channel },
  { name: 'To', long: true, cell: message => message.recipient },
  { name: 'Status', cell: message => <Badge tone={messageTones[message.status]}>{message.status}</Badge> },
  { name: 'Workflow', long: true, cell: message => message.workflow_name ?? '' },
  { name: 'When', cell: message => <Time at={message.created_at} /> },
]

export function OutboxPage() {
  const isOwner = useIsOwner()
  const { filter, setFilter, clear, filtered } = useFilter(['channel', 'status', 'guest_id', 'run_id'])
  const messages = usePages(
    ['outbox', filter],
    (cursor, signal) => listMessages(filter, cursor, signal),
    FRESH_MS,
  )
  return (
    <>
      <PageHead
        title="Outbox"
        about="Every message as it was written. Where there is nobody to hand it to, it is kept here and leaves the machine not at all."
      >
        {isOwner && (
          <Button
            quiet
            onClick={() =>
              location.assign(`/dashboard/api/outbox/export${query({ format: 'csv', ...filter })}`)
            }
          >
            Download as CSV
          </Button>
        )}
      </PageHead>
      <search className={styles.filter}>
        <SelectField
          label="Channel"
          name="channel"
          value={filter.channel}
          choices={channels}
          onChange={channel => setFilter({ channel })}
        />
        <SelectField
          label="Status"
          name="status"
          value={filter.status}
          choices={statuses}
          onChange={status => setFilter({ status })}
        />
      </search>
      {(filter.guest_id || filter.run_id) && (
        <div className={own.narrowed}>
          <span>{`Only those of one ${filter.guest_id ? 'guest' : 'run'}.`}</span>
          <Button quiet onClick={clear}>
            Show all
          </Button>
        </div>
      )}
      <PagedTable
        label="Messages"
        query={messages}
        columns={columns}
        keyOf={message => message.id}
        empty={
          <Empty title={filtered ? 'No message is like this' : 'No message yet'}>
            <p>
              When a workflow sends an e-mail or an SMS, or calls a webhook, it shows up here as it was
              written.
            </p>
          </Empty>
        }
      />
    </>
  )
}
