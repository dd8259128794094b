import type { Guest } from '@millrace/contract/guest'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readGuest } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'
import { useIsOwner } from '../../session/use-session.ts'
import { consentInWords } from './consent.ts'
import { EraseDialog } from './EraseDialog.tsx'
import { GuestTimeline } from './GuestTimeline.tsx'

export function GuestPage({ id }: { id: string }) {
  const isOwner = useIsOwner()
  const [erasing, setErasing] = useState(false)
  const guest = useQuery({ queryKey: ['guest', id], queryFn: ({ signal }) => asked(readGuest(id, signal)) })
  return (
    <>
      <PageHead title={guest.data?.name ?? 'Guest'} trail={[{ label: 'Guests', path: '/guests' }]}>
        {isOwner && guest.data && (
          <Button danger onClick={() => setErasing(true)}>
            Erase this person
          </Button>
        )}
      </PageHead>
      <Loaded query={guest}>
        {data => (
          <>
            <Panel>
              <Facts facts={factsOf(data)} />
            </Panel>
            {Object.keys(data.attributes).length > 0 && (
              <Panel title="Attributes">
                <JsonBlock label="Attributes of the guest" value={data.attributes} />
              </Panel>
            )}
            <GuestTimeline id={id} />
            {erasing && <EraseDialog guest={data} onClose={() => setErasing(false)} />}
          </>
        )}
      </Loaded>
    </>
  )
}

const factsOf = (guest: Guest) =>
  [
    ['E-mail', guest.email ?? 'none'],
    ['Phone', guest.phone ?? 'none'],
    ['May be reached by', consentInWords(guest)],
    ['Points', guest.points.toLocaleString('en-GB')],
    [
      'Tags',
      guest.tags.length === 0
        ? 'none'
        : guest.tags.map(tag => (
            <Badge key={tag} tone="quiet">
              {tag}
            </Badge>
          )),
    ],
    ['External id', guest.external_id ?? 'none'],
    ['Registration id', <code key="id">{guest.id}</code>],
    ['Since', <Time key="since" at={guest.created_at} />],
  ] as const
