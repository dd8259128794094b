import type { InventedGuest, SimulationScript } from '@millrace/contract/simulation'
import { useQuery } from '@tanstack/react-query'
import { readGuest } from '../../../api/management.ts'
import { asked } from '../../../api/queries.ts'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TokensField } from '../../../components/form/TokensField.tsx'
import { NumberField } from '../../../features/condition/NumberFields.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { GuestPicker } from '../../../features/guest/GuestPicker.tsx'
import { TagsField } from '../../../features/guest/TagFields.tsx'
import { useTopicSuggestions } from '../../../features/guest/use-topic-suggestions.ts'
import { t } from '../../../language/words.ts'
import { OptionalText } from '../panel/fields.tsx'
import { ParameterFields } from '../values/ParameterFields.tsx'

type Chosen = SimulationScript['guest']

const kinds = [
  { value: 'invented', label: t`An invented guest` },
  { value: 'known', label: t`One of your guests` },
] as const

export interface GuestFieldsProps {
  value: Chosen
  /** The invented guest to return to. */
  invented: InventedGuest
  onChange(value: Chosen): void
}

/** The guest of the simulation. */
export function GuestFields({ value, invented, onChange }: GuestFieldsProps) {
  const isKnown = 'known' in value
  return (
    <>
      <SelectField<'invented' | 'known'>
        label={t`Guest to use`}
        name="guest"
        value={isKnown ? 'known' : 'invented'}
        choices={kinds}
        onChange={kind => onChange(kind === 'known' ? { known: '' } : { invented })}
      />
      {isKnown ? (
        <KnownGuest id={value.known} onChange={known => onChange({ known })} />
      ) : (
        <GuestForm value={value.invented} onChange={guest => onChange({ invented: guest })} />
      )}
    </>
  )
}

/** Empty: no guest is chosen yet. */
function KnownGuest({ id, onChange }: { id: string; onChange(id: string): void }) {
  const { data } = useQuery({
    queryKey: ['guest', id],
    queryFn: ({ signal }) => asked(readGuest(id, signal)),
    enabled: id !== '',
  })
  const chosen = id === '' ? undefined : data?.id === id ? data : { id, name: null, email: null }
  return <GuestPicker guest={chosen} onChange={guest => onChange(guest?.id ?? '')} />
}

type Consent = 'email_consent' | 'sms_consent' | 'do_not_contact'
const consents: readonly [Consent, string][] = [
  ['email_consent', t`Consent to e-mail`],
  ['sms_consent', t`Consent to SMS`],
  ['do_not_contact', t`Do not contact`],
]
const yesOrNo = [
  { value: 'yes', label: t`Yes` },
  { value: 'no', label: t`No` },
]
const asBefore = [{ value: '', label: t`Unchanged` }, ...yesOrNo]

export interface GuestFormProps {
  value: InventedGuest
  onChange(value: InventedGuest): void
  /** Only the changed fields; the others stay. */
  change?: boolean
}

/** The fields of an invented guest. */
export function GuestForm({ value, onChange, change = false }: GuestFormProps) {
  const topics = useTopicSuggestions()
  const set = (part: Partial<{ [K in keyof InventedGuest]: InventedGuest[K] | undefined }>) =>
    onChange(withoutUndefined({ ...value, ...part } as InventedGuest))
  const consentOf = (field: Consent) => {
    if (change && value[field] === undefined) return ''
    return value[field] ? 'yes' : 'no'
  }
  return (
    <>
      <OptionalText label={t`Name`} value={value.name ?? undefined} onChange={name => set({ name })} />
      <OptionalText label={t`E-mail`} value={value.email ?? undefined} onChange={email => set({ email })} />
      <OptionalText
        label={t`Phone`}
        note={t`For example +442079460000.`}
        value={value.phone ?? undefined}
        onChange={phone => set({ phone })}
      />
      <details>
        <summary>{t`Consent, tags, points and attributes`}</summary>
        <div>
          {consents.map(([field, label]) => (
            <SelectField
              key={field}
              label={label}
              name={field}
              value={consentOf(field)}
              choices={change ? asBefore : yesOrNo}
              onChange={chosen => set({ [field]: chosen === '' ? undefined : chosen === 'yes' })}
            />
          ))}
          <TagsField
            note={
              change
                ? t`Replaces all tags. Leave blank to change nothing.`
                : t`Those the guest has at the start.`
            }
            value={value.tags}
            onChange={tags => set({ tags })}
          />
          {topics.length > 0 && (
            <TokensField
              label={t`Topics turned off`}
              name="topics_off"
              note={
                change
                  ? t`Replaces all topics. Leave blank to change nothing.`
                  : t`Those the guest turned off.`
              }
              options={topics}
              value={value.topics_off ?? []}
              onChange={typed => {
                const off = typed.filter(id => topics.some(topic => topic.value === id))
                set({ topics_off: off.length === 0 ? undefined : off })
              }}
            />
          )}
          {change ? (
            <OptionalText
              label={t`Points`}
              value={value.points === undefined ? undefined : String(value.points)}
              onChange={typed =>
                set({ points: typed === undefined ? undefined : Number.parseInt(typed, 10) || 0 })
              }
            />
          ) : (
            <NumberField label={t`Points`} value={value.points ?? 0} onChange={points => set({ points })} />
          )}
          <ParameterFields
            what={t`Attribute`}
            value={value.attributes ?? {}}
            onChange={attributes =>
              set({ attributes: Object.keys(attributes).length > 0 ? attributes : undefined })
            }
          />
        </div>
      </details>
    </>
  )
}
