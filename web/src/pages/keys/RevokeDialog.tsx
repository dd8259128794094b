import type { ApiKey } from '@millrace/contract/member'
import { revokeKey } from '../../api/dashboard.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { rich, t } from '../../language/words.ts'
import { keysKey } from './key-queries.ts'

export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  return (
    <ConfirmDialog
      title={t`Revoke ${apiKey.name}?`}
      action={t`Revoke key`}
      typed={{ label: t`Type the key’s name, ${apiKey.name}`, text: apiKey.name }}
      send={() => revokeKey(apiKey.client_id, apiKey.name)}
      onDone={useChanged([keysKey], onClose)}
      onClose={onClose}
    >
      <p>
        {rich`All requests with this key or its tokens are refused at once. It was last used ${apiKey.last_used_at ? <Time at={apiKey.last_used_at} /> : 'never'}. This can’t be undone.`}
      </p>
      <p>{t`Runs that its events have started continue. Guests inside workflows are not affected.`}</p>
    </ConfirmDialog>
  )
}
