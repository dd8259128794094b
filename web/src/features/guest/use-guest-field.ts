import { useSearchParams } from 'wouter'
import type { FilterField } from '../../components/list/filter-field.ts'
import { t } from '../../language/words.ts'
import { useGuestOptions } from './use-guest-options.ts'

/** The filter of a list by one guest, who is found by name. */
export function useGuestField(): FilterField<'guest_id'> {
  const [params] = useSearchParams()
  const guests = useGuestOptions(params.get('guest_id') ?? '')
  return { kind: 'pick', name: 'guest_id', label: t`Guest`, placeholder: t`Name or e-mail`, ...guests }
}
