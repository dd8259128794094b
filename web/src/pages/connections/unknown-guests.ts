import type { UnknownGuests } from '@millrace/contract/dashboard/connections'
import { t } from '../../language/words.ts'

export const unknownGuests: readonly { value: UnknownGuests; label: string }[] = [
  { value: 'create', label: t`Create them` },
  { value: 'keep', label: t`Hold the delivery until the guest is known` },
]
