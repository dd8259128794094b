import type { ListedAuditEntry } from '@millrace/contract/member'
import { countAudit, listAudit } from '../../api/dashboard.ts'
import type { Option } from '../../components/form/option.ts'
import type { FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useMembers } from '../../features/member/member-queries.ts'
import { t } from '../../language/words.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { actionChoices, inWords } from './actions.ts'
import styles from './Detail.module.css'
import { Detail } from './Detail.tsx'
import { useVerification } from './Verification.tsx'

const fields = (actors: readonly Option[]): readonly FilterField<'action' | 'actor' | 'subject'>[] => [
  { kind: 'choice', name: 'action', label: t`Action`, choices: actionChoices },
  { kind: 'text', name: 'actor', label: t`Member`, placeholder: t`E-mail address`, suggestions: actors },
  { kind: 'text', name: 'subject', label: t`Target`, placeholder: t`Id of a key, member, workflow…` },
]

const columnsFor = (members: ReadonlyMap<string, string>): Column<ListedAuditEntry>[] => [
  { name: t`When`, sort: 'created', down: true, cell: ({ at }) => <Time at={at} />, text: ({ at }) => at },
  {
    name: t`Member`,
    long: true,
    cell: ({ actor }) => (
      <span title={actor} className={members.has(actor) ? styles.member : undefined}>
        {members.get(actor) ?? actor}
      </span>
    ),
    text: ({ actor }) => actor,
  },
  {
    name: t`Action`,
    cell: ({ action }) => <span title={action}>{inWords(action)}</span>,
    text: ({ action }) => action,
  },
  {
    name: t`Target`,
    long: true,
    cell: entry => {
      const name = nameOf(entry)
      return name === undefined ? <code>{entry.subject}</code> : <span title={entry.subject}>{name}</span>
    },
    text: ({ subject }) => subject,
  },
  {
    name: t`Detail`,
    long: true,
    cell: entry => <Detail detail={entry.detail} except={nameOf(entry)} />,
    text: ({ detail }) => detail,
  },
]

/** What it has now, or had then. */
function nameOf({ subject_name, detail: { name, email } }: ListedAuditEntry): string | undefined {
  return subject_name ?? [name, email].find(word => typeof word === 'string')
}

export function AuditPage() {
  if (useIsOwner()) return <AuditLog />
  return (
    <>
      <PageHead title={t`Audit log`} trail={[{ label: t`Settings` }]} />
      <Note tone="warn">{t`Only an owner can read the audit log.`}</Note>
    </>
  )
}

function AuditLog() {
  const members = useMembers().data?.data ?? []
  const actors = members.map(({ name, email }) => ({ value: email, label: name }))
  const names = new Map(members.map(({ name, email }) => [email, name]))
  const list = useList({ name: 'audit', fields: fields(actors), ask: listAudit, count: countAudit })
  const { button, result } = useVerification()
  return (
    <ListPage
      title={t`Audit log`}
      trail={[{ label: t`Settings` }]}
      actions={button}
      notice={result}
      about={t`Who changed what. Entries can’t be changed, and a chain of hashes shows if one is missing.`}
      list={list}
      columns={columnsFor(names)}
      keyOf={entry => entry.id}
      file={{ name: 'audit' }}
      empty={{
        title: t`No entries yet`,
        filtered: t`No matching entries`,
        about: <p>{t`Changes by members appear here.`}</p>,
      }}
    />
  )
}
