import type { ListedAuditEntry } from '@millrace/contract/member'
import { listAudit } from '../../api/dashboard.ts'
import type { Option } from '../../components/form/option.ts'
import type { FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useMembers } from '../../features/member/member-queries.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { actionChoices, inWords } from './actions.ts'
import { Detail } from './Detail.tsx'
import { useVerification } from './Verification.tsx'

const fields = (actors: readonly Option[]): readonly FilterField<'action' | 'actor' | 'subject'>[] => [
  { kind: 'choice', name: 'action', label: 'Action', choices: actionChoices },
  { kind: 'text', name: 'actor', label: 'Member', placeholder: 'E-mail address', suggestions: actors },
  { kind: 'text', name: 'subject', label: 'Target', placeholder: 'Id of a key, member, workflow…' },
]

const columns: Column<ListedAuditEntry>[] = [
  { name: 'When', cell: ({ at }) => <Time at={at} />, text: ({ at }) => at },
  { name: 'Member', long: true, cell: ({ actor }) => actor, text: ({ actor }) => actor },
  {
    name: 'Action',
    cell: ({ action }) => <span title={action}>{inWords(action)}</span>,
    text: ({ action }) => action,
  },
  {
    name: 'Target',
    long: true,
    cell: ({ subject, subject_name }) =>
      subject_name === null ? <code>{subject}</code> : <span title={subject}>{subject_name}</span>,
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
  const members = useMembers().data?.data ?? []
  const actors = members.map(({ name, email }) => ({ value: email, label: name }))
  const list = useList({ name: 'audit', fields: fields(actors), ask: listAudit })
  const { button, result } = useVerification()
  return (
    <ListPage
      title="Audit log"
      trail={[{ label: 'Settings' }]}
      actions={button}
      notice={result}
      about="Who changed what. Entries can’t be changed, and a chain of hashes shows if one is missing."
      list={list}
      columns={columns}
      keyOf={entry => entry.id}
      file={{ name: 'audit' }}
      empty={{
        title: 'No entries yet',
        filtered: 'No matching entries',
        about: <p>Changes by members appear here.</p>,
      }}
    />
  )
}
