import { feedbackProviders, isFeedbackProvider } from '@millrace/contract/email-feedback'
import {
  MAIL_SERVER,
  type Suppression,
  suppressionInWords,
  suppressionReasons,
} from '@millrace/contract/suppression'
import { useState } from 'react'
import { countSuppressions, listSuppressions } from '../../api/management.ts'
import { Address } from '../../components/Address.tsx'
import { Button } from '../../components/Button.tsx'
import { any, type FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { rich, t } from '../../language/words.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { LiftDialog, SuppressDialog } from './SuppressionDialogs.tsx'

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const fields: readonly FilterField<'text' | 'channel' | 'reason' | 'lifted'>[] = [
  { kind: 'text', name: 'text', label: t`Address`, placeholder: t`Beginning of an address or number` },
  {
    kind: 'choice',
    name: 'channel',
    label: t`Channel`,
    choices: [any, { value: 'email', label: t`E-mail` }, { value: 'sms', label: t`SMS` }],
  },
  {
    kind: 'choice',
    name: 'reason',
    label: t`Reason`,
    choices: [
      any,
      ...Object.keys(suppressionReasons).map(value => ({
        value,
        label: capitalised(value.replaceAll('_', ' ')),
      })),
    ],
  },
  {
    kind: 'choice',
    name: 'lifted',
    label: t`Status`,
    choices: [any, { value: 'no', label: t`In force` }, { value: 'yes', label: t`Lifted` }],
  },
]

const columns = (onLift: (suppression: Suppression) => void): Column<Suppression>[] => [
  { name: t`Address`, long: true, cell: ({ address }) => <Address of={address} /> },
  {
    name: t`Reason`,
    long: true,
    cell: ({ reason, note }) => note ?? capitalised(suppressionInWords(reason)),
  },
  {
    name: t`Source`,
    cell: ({ source }) => {
      if (isFeedbackProvider(source)) return feedbackProviders[source].name
      return source === MAIL_SERVER ? t`Mail server` : source
    },
  },
  { name: t`Since`, cell: ({ since }) => <Time at={since} /> },
  {
    name: t`Status`,
    long: true,
    cell: suppression =>
      suppression.lifted_at === null ? (
        <RowActions of={suppression.address} actions={[{ name: t`Lift…`, act: () => onLift(suppression) }]} />
      ) : (
        <span title={suppression.lifted_by ?? ''}>{suppression.lifted_because}</span>
      ),
  },
]

export function SuppressionsPage() {
  if (useIsOwner()) return <Suppressions />
  return (
    <>
      <PageHead title={t`Suppressions`} trail={[{ label: t`Settings` }]} />
      <Note tone="warn">{t`Only an owner can see which addresses are suppressed.`}</Note>
    </>
  )
}

function Suppressions() {
  const list = useList({ name: 'suppressions', fields, ask: listSuppressions, count: countSuppressions })
  const [open, setOpen] = useState<'new' | Suppression>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ListPage
        title={t`Suppressions`}
        trail={[{ label: t`Settings` }]}
        about={rich`Addresses and numbers to which nothing is sent, whichever guest has them. ${<WhatIsThis topic="marketers#consent-and-limits">{t`How they get here`}</WhatIsThis>}`}
        actions={<Button onClick={() => setOpen('new')}>{t`Suppress address…`}</Button>}
        list={list}
        columns={columns(setOpen)}
        keyOf={({ id }) => id}
        empty={{
          title: t`Nothing is suppressed`,
          filtered: t`No matching addresses`,
          about: (
            <p>{t`Enter an address that no longer exists, or whose owner wants nothing more from you.`}</p>
          ),
        }}
      />
      {open === 'new' && <SuppressDialog onClose={close} />}
      {open !== undefined && open !== 'new' && <LiftDialog suppression={open} onClose={close} />}
    </>
  )
}
