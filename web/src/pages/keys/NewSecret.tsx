import { addressesOf } from '../../api/addresses.ts'
import { useDocument } from '../../api/use-document.ts'
import { Button } from '../../components/Button.tsx'
import { download } from '../../components/download.ts'
import { Icon } from '../../components/Icon.tsx'
import { Note } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { t } from '../../language/words.ts'
import { envFile, envFileName, type KeySecret } from './env-file.ts'

/** A secret, the one time it is shown. */
export function NewSecret({ secret }: { secret: KeySecret }) {
  const loaded = useDocument()
  const addresses = loaded.state === 'loaded' ? addressesOf(loaded.document) : undefined
  return (
    <Panel title={t`Save this now`}>
      <Note tone="warn">
        {t`The secret is shown only once: Millrace stores just a fingerprint of it. If you lose it, rotate the key to get a new one.`}
      </Note>
      <SecretField label={t`client_id`} value={secret.client_id} />
      <SecretField label={t`client_secret`} value={secret.client_secret} />
      <div>
        <Button
          quiet
          disabled={addresses === undefined}
          onClick={() => addresses && download(envFileName(secret), envFile(secret, addresses))}
        >
          <Icon name="save" />
          {t`Download as .env`}
        </Button>
      </div>
    </Panel>
  )
}
