import type { GuestPage } from '@millrace/contract/dashboard/guests'
import { useState } from 'react'
import type { Static } from 'typebox'
import { Link } from 'wouter'
import { countGuests, listGuests } from '../../api/management.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import type { Option } from '../../components/form/option.ts'
import { LinkButton } from '../../components/LinkButton.tsx'
import type { FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Time } from '../../components/time/Time.tsx'
import { useAsked } from '../../components/use-asked.ts'
import { useGuestValues } from '../../features/guest/use-guest-values.ts'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { useIsOwner, useSignedIn } from '../../session/use-session.ts'
import { consentInWords } from './consent.ts'
import { ExportButton } from './ExportButton.tsx'
import { GuestPeek } from './GuestPeek.tsx'
import { guestBulk, nameOfGuest } from './guest-bulk.tsx'
import { NewGuestDialog } from './NewGuestDialog.tsx'

type Guest = Static<typeof GuestPage>['data'][number]

const fields = (tags: readonly Option[]): readonly FilterField<'text' | 'tag'>[] => [
  {
    kind: 'text',
    name: 'text',
    label: t`Search`,
    placeholder: t`Start of a name, e-mail, phone number or external id`,
  },
  { kind: 'text', name: 'tag', label: t`Tag`, placeholder: t`e.g. vip`, suggestions: tags },
]

/** A search has its own order: by what matched. */
const columnsOf = (isSearch: boolean): Column<Guest>[] => [
  {
    name: t`Name`,
    ...(isSearch ? {} : { sort: 'name' }),
    long: true,
    cell: guest => <Link to={`/guests/${guest.id}`}>{nameOfGuest(guest)}</Link>,
  },
  { name: 'E-mail', long: true, cell: guest => guest.email ?? '' },
  { name: t`Consent`, cell: consentInWords },
  ...(isSearch
    ? []
    : [
        {
          name: t`Added`,
          sort: 'created',
          down: true,
          cell: ({ created_at }: Guest) => <Time at={created_at} />,
        } as const,
      ]),
  { name: t`Points`, end: true, cell: guest => number(guest.points) },
  {
    name: t`Tags`,
    long: true,
    cell: ({ tags }) =>
      tags.map(tag => (
        <Badge key={tag} tone="quiet" verbatim>
          {tag}
        </Badge>
      )),
  },
]

export function GuestsPage() {
  const isOwner = useIsOwner()
  const mayEdit = useSignedIn().role !== 'viewer'
  const [registering, setRegistering] = useState(false)
  useAsked('new', () => setRegistering(true))
  const { tags } = useGuestValues()
  const list = useList<Guest, 'text' | 'tag'>({
    name: 'guests',
    fields: fields(tags),
    ask: listGuests,
    count: countGuests,
  })
  return (
    <>
      <ListPage
        title={t`Guests`}
        about={t`Everyone your venues know, with their consent, points and tags.`}
        list={list}
        columns={columnsOf(list.filter.text !== '')}
        bulk={mayEdit && guestBulk}
        peek={{
          title: nameOfGuest,
          to: guest => `/guests/${guest.id}`,
          body: guest => <GuestPeek guest={guest} />,
        }}
        keyOf={guest => guest.id}
        more={isOwner && <ExportButton tag={list.filter.tag} />}
        actions={
          <>
            {mayEdit && (
              <LinkButton quiet to="/guests/imports">
                {t`Imports`}
              </LinkButton>
            )}
            {mayEdit && <Button onClick={() => setRegistering(true)}>{t`Add guest…`}</Button>}
          </>
        }
        empty={{
          title: t`No guests yet`,
          filtered: t`No matching guests`,
          about: (
            <>
              <p>
                {t`Import the guests you have from a file, add one by hand, or let your systems send them through the API.`}
              </p>
              {mayEdit && <LinkButton to="/guests/imports/new">{t`Import a file`}</LinkButton>}
            </>
          ),
        }}
      />
      {mayEdit && registering && <NewGuestDialog onClose={() => setRegistering(false)} />}
    </>
  )
}
