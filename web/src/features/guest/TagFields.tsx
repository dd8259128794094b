import { ComboField } from '../../components/form/ComboField.tsx'
import { TokensField } from '../../components/form/TokensField.tsx'
import { t } from '../../language/words.ts'
import { useGuestValues } from './use-guest-values.ts'

/** One tag: one that guests have, or a new one. */
export const TagField = (props: { value: string; onChange(value: string): void }) => (
  <ComboField label={t`Tag`} name="tag" maxLength={100} options={useGuestValues().tags} {...props} />
)

/** Several tags; none is absent. */
export const TagsField = ({
  value = [],
  note,
  onChange,
}: {
  value: readonly string[] | undefined
  note: string
  onChange(value: string[] | undefined): void
}) => (
  <TokensField
    label={t`Tags`}
    name="tags"
    note={note}
    options={useGuestValues().tags}
    value={value}
    onChange={tags => onChange(tags.length === 0 ? undefined : tags)}
  />
)

/** The name of an attribute: one that guests have, or a new one. */
export const AttributeField = (props: {
  label: string
  note?: string
  placeholder?: string
  value: string
  onChange(value: string): void
}) => <ComboField name="attribute" maxLength={100} options={useGuestValues().attributes} {...props} />
