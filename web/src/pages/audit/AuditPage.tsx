import type { AuditEntry } from '@millrace/contract/member'
import { listAudit } from '../../api/dashboard.ts'
import type { FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useIsOwner } from '../../session/use-session.ts'
import { actionChoices, inWords } from './actions.ts'
import { Detail } from './Detail.tsx'
import { useVerification } from './Verification.tsx'

const fields: readonly FilterField<'action' | 'actor' | 'subject'>[] = [
  { kind: 'choice', name: 'action', label: 'What', choices: actionChoices },
  { kind: 'text', name: 'actor', label: 'Who', placeholder: 'An e-mail address' },
  { kind: 'text', name: 'subject', label: 'To what', placeholder: 'The id of a key, a member, a workflow' },
]

const columns: Column<AuditEntry>[] = [
  { name: 'When', cell: ({ at }) => <Time at={at} />, text: ({ at }) => at },
  { name: 'Who', long: true, cell: ({ actor }) => actor, text: ({ actor }) => actor },
  {
    name: 'Did what',
    cell: ({ action }) => <span title={action}>{inWords(action)}</span>,
    text: ({ action }) => action,
  },
  {
    name: 'To what',
    long: true,
    cell: ({ subject }) => <code>{subject}</code>,
    text: ({ subject }) => subject,
  },
  {
    name: 'Detail',
    long: true,
    cell: ({ detail }) => <Detail detail={detail} />,
    text: ({ detail }) => detail,
  },
]

export function AuditPage() {
  if (useIsOwner()) return <AuditLog />
  return (
    <>
      <PageHead title="Audit log" trail={[{ label: 'Settings' }]} />
      <Note tone="warn">Only an owner can read the audit log.</Note>
    </>
  )
}

function AuditLog() {
  const list = useList({ name: 'audit', fields, ask: listAudit })
  const { button, result } = useVerification()
  return (
    <ListPage
      title="Audit log"
      trail={[{ label: 'Settings' }]}
      actions={button}
      notice={result}
      about="Who changed what. Entries are never changed, and form a chain that shows if one is missing."
      list={list}
      columns={columns}
      keyOf={entry => entry.id}
      file={{ name: 'audit' }}
      empty={{
        title: 'Nothing yet',
        filtered: 'Nothing like this happened',
        about: <p>What members change shows up here.</p>,
      }}
    />
  )
}
