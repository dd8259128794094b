import type {
  ConnectionVendor,
  UnknownGuests,
  WholeConnection,
} from '@millrace/contract/dashboard/connections'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../api/use-submit.ts'
import { Fields } from '../../components/form/Fields.tsx'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { searchVendors } from './offered-vendors.ts'
import { SetUp } from './SetUp.tsx'
import { ShownSecret } from './ShownSecret.tsx'
import { addConnection, connectionsKey, useConnection, useVendors } from './shared/connection-calls.ts'
import { unknownGuests } from './unknown-guests.ts'
import { VendorGallery } from './VendorGallery.tsx'
import { VendorSearch } from './VendorSearch.tsx'

const trail = [{ label: t`Marketplace` }, { label: t`Connections`, path: '/marketplace/connections' }]

interface Created {
  readonly connection: WholeConnection
  readonly secret: string
}

/**
 * A secret that Millrace made exists on this page only, and is gone when the page is left. One that the other system shows is
 * entered on the page of the connection.
 */
export function NewConnectionPage() {
  const isOwner = useIsOwner()
  const vendors = useVendors()
  const [, navigate] = useLocation()
  const [created, setCreated] = useState<Created>()
  const show = ({ connection, secret }: { connection: WholeConnection; secret: string | null }) =>
    secret === null
      ? navigate(`/marketplace/connections/${connection.id}?view=set-up`)
      : setCreated({ connection, secret })
  return (
    <>
      <PageHead
        title={created ? created.connection.name : t`Add connection`}
        trail={trail}
        about={created ? t`The connection is created. Now set up the other system.` : undefined}
      />
      {!isOwner && <Note tone="warn">{t`Only owners can add connections.`}</Note>}
      {isOwner && !created && (
        <Loaded query={vendors}>{offered => <NewForm vendors={offered} onCreated={show} />}</Loaded>
      )}
      {created && (
        <>
          <ShownSecret secret={created.secret} />
          <LiveSetUp connection={created.connection} />
          <p>
            <LinkButton to={`/marketplace/connections/${created.connection.id}`}>
              {t`Done, I have saved the secret`}
            </LinkButton>
          </p>
        </>
      )}
    </>
  )
}

function LiveSetUp({ connection }: { connection: WholeConnection }) {
  const { data = connection } = useConnection(connection.id)
  return <SetUp connection={data} />
}

function NewForm({
  vendors,
  onCreated,
}: {
  vendors: readonly ConnectionVendor[]
  onCreated(answer: { connection: WholeConnection; secret: string | null }): void
}) {
  const queries = useQueryClient()
  const [given, setGiven] = useState({
    vendor: '',
    name: '',
    unknown_guests: 'create' as UnknownGuests,
  })
  const submission = useSubmit(
    () => addConnection(given),
    answer => {
      void queries.invalidateQueries({ queryKey: connectionsKey })
      onCreated(answer)
    },
  )
  const [search, setSearch] = useState('')
  const { groups, first } = searchVendors(vendors, search, given.vendor)
  const choose = (vendor: string) => setGiven({ ...given, vendor })
  const field = fieldsOf(given, part => setGiven({ ...given, ...part }), submission.failure)
  return (
    <Panel>
      <VendorSearch
        search={search}
        found={first !== undefined}
        onSearch={setSearch}
        onFirst={() => first && choose(first.id)}
      />
      <Form
        submission={submission}
        action={t`Create connection`}
        aside={
          <LinkButton quiet to="/marketplace/connections">
            {t`Cancel`}
          </LinkButton>
        }
      >
        <VendorGallery groups={groups} chosen={given.vendor} onChoose={choose} />
        <Fields>
          <TextField
            label={t`Name`}
            required
            maxLength={100}
            note={t`For example “Tills at the harbour”.`}
            {...field('name')}
          />
          <SelectField
            label={t`Unknown guests`}
            choices={unknownGuests}
            note={t`New guests have no consent to e-mail or SMS.`}
            {...field('unknown_guests')}
          />
        </Fields>
      </Form>
    </Panel>
  )
}
