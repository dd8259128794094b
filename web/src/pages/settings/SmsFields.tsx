import { Fields } from '../../components/form/Fields.tsx'
import type { BoundField } from '../../components/form/fields-of.ts'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { SecretInput } from './SecretInput.tsx'

export interface SmsFieldsProps {
  apiUrl: BoundField<string>
  account: BoundField<string>
  from: BoundField<string>
  token: BoundField<string>
  isStored: boolean
}

/** An account with an SMS provider, and who its messages are from. */
export const SmsFields = ({ apiUrl, account, from, token, isStored }: SmsFieldsProps) => (
  <Fields>
    <TextField label={t`API address`} required maxLength={500} {...apiUrl} />
    <TextField label={t`Account SID`} required maxLength={100} {...account} />
    <TextField
      label={t`Sender`}
      note={t`A number, a name, or the SID of a messaging service.`}
      required
      maxLength={50}
      {...from}
    />
    <SecretInput
      label={t`Auth token`}
      isStored={isStored}
      changes={t`the address or the account`}
      {...token}
    />
  </Fields>
)
