import type { OutboxMessage } from '@millrace/contract/dashboard/outbox'
import { Link } from 'wouter'
import { countMessages, listMessages, messagesFile } from '../../api/management.ts'
import { Address } from '../../components/Address.tsx'
import { Badge } from '../../components/Badge.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { daysFields } from '../../components/list/days-fields.ts'
import { any, type FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Time } from '../../components/time/Time.tsx'
import { useGuestField } from '../../features/guest/use-guest-field.ts'
import { meaning, t } from '../../language/words.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { MessagePeek } from './MessagePeek.tsx'
import { channelNames, messageStatuses, messageStatusInWords, messageTones } from './message-status.ts'

const FRESH_MS = 5_000

type Name = 'channel' | 'status' | 'guest_id' | 'since' | 'until' | 'run_id'

const fields: readonly FilterField<Name>[] = [
  {
    kind: 'choice',
    name: 'channel',
    label: t`Channel`,
    choices: [
      any,
      { value: 'email', label: t`E-mail` },
      { value: 'sms', label: t`SMS` },
      { value: 'webhook', label: t`Webhook` },
    ],
  },
  {
    kind: 'choice',
    name: 'status',
    label: t`Status`,
    choices: [any, ...messageStatuses],
  },
]

const run: FilterField<Name> = { kind: 'given', name: 'run_id', label: t`Run` }

const columns: Column<OutboxMessage>[] = [
  {
    name: t`Message`,
    long: true,
    cell: message => <Link to={`/outbox/${message.id}`}>{message.subject ?? message.recipient}</Link>,
  },
  { name: t`Channel`, cell: message => channelNames[message.channel] },
  { name: meaning('recipient')`To`, long: true, cell: message => <Address of={message.recipient} /> },
  {
    name: t`Status`,
    cell: message => (
      <>
        <Badge tone={messageTones[message.status]}>{messageStatusInWords(message)}</Badge>
        {message.waits_for !== null && <small>{` ${message.waits_for}`}</small>}
      </>
    ),
  },
  { name: t`Provider`, long: true, cell: message => message.through ?? '' },
  { name: t`Workflow`, long: true, cell: message => message.workflow_name ?? '' },
  { name: t`Created`, sort: 'created', down: true, cell: message => <Time at={message.created_at} /> },
]

export function OutboxPage() {
  const isOwner = useIsOwner()
  const all: readonly FilterField<Name>[] = [...fields, useGuestField(), ...daysFields, run]
  const list = useList({
    name: 'outbox',
    fields: all,
    ask: listMessages,
    count: countMessages,
    paceMs: FRESH_MS,
  })
  return (
    <ListPage
      title={t`Messages`}
      about={t`Every e-mail, SMS and webhook call of your workflows. Without a provider, messages stay here and are not sent.`}
      list={list}
      columns={columns}
      keyOf={message => message.id}
      peek={{
        title: message => message.subject ?? message.recipient,
        to: message => `/outbox/${message.id}`,
        body: message => <MessagePeek id={message.id} />,
      }}
      {...(isOwner ? { file: { name: 'outbox', address: messagesFile(list.filter), confirmed: true } } : {})}
      empty={{
        title: t`No messages yet`,
        filtered: t`No matching messages`,
        about: (
          <>
            <p>{t`When a workflow sends an e-mail or an SMS, or calls a webhook, the message appears here.`}</p>
            <LinkButton quiet to="/workflows">
              {t`All workflows`}
            </LinkButton>
          </>
        ),
      }}
    />
  )
}
