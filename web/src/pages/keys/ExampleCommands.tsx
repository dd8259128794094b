import { useState } from 'react'
import { addressesOf } from '../../api/addresses.ts'
import { useDocument } from '../../api/use-document.ts'
import { CommandBlock } from '../../components/CommandBlock.tsx'
import { CodeField } from '../../components/form/CodeField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { demo } from '../../features/demo.ts'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { type EventExample, getToken, sendEvent } from '../../features/request/commands.ts'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import type { KeySecret } from './env-file.ts'

/** Without the demo there is no known guest id. */
const ownIds: EventExample = { guestId: 'GUEST_ID', serial: 'SERIAL', source: 'till' }

/** The first token and the first event, to be pasted into a terminal. */
export function ExampleCommands({ secret }: { secret: KeySecret }) {
  const { organisation } = useSignedIn()
  const [token, setToken] = useState('')
  const loaded = useDocument()
  if (loaded.state !== 'loaded') return null
  const addresses = addressesOf(loaded.document)
  const isDemo = organisation.id === demo.organisationId
  const given = { clientId: secret.client_id, clientSecret: secret.client_secret, token }
  return (
    <Panel title={t`Try it`}>
      <p>{t`A token is valid for a day. Store and reuse it.`}</p>
      <CommandBlock name={t`get a token`} heading={t`1. Get a token`} text={getToken(addresses, given)} />
      <CodeField
        label={t`access_token`}
        value={token}
        onChange={value => setToken(value.trim())}
        secret
        note={t`Paste the token here to complete the next command. It stays in this page.`}
      />
      <CommandBlock
        name={t`send the event`}
        heading={t`2. Send an event`}
        text={sendEvent(addresses, { token }, isDemo ? demo : ownIds)}
      />
      <WhatIsThis topic="integrators#nothing-lost-nothing-twice">
        {t`What if a request fails half-way?`}
      </WhatIsThis>
      <p>
        {isDemo
          ? t`Maya, a guest of the demo, has paid 42.50 at The Harbour Kitchen. The answer is a receipt: each workflow that was considered, with the run it started or the reason it did not match.`
          : t`Fill in the id of one of your guests and the code of one of your venues. The answer is a receipt: each workflow that was considered, with the run it started or the reason it did not match.`}
      </p>
    </Panel>
  )
}
