import type { UnknownGuests } from '@millrace/contract/dashboard/connections'

export const unknownGuests: readonly { value: UnknownGuests; label: string }[] = [
  { value: 'create', label: 'Create them' },
  { value: 'keep', label: 'Hold the delivery until the guest is known' },
]
