import type { DeliveryValue, Mapping } from '@millrace/contract/connection-mapping'
import { t } from '../../../language/words.ts'
import { nameOf, type TestPlace, testsOf, withTest } from './rule.ts'

/** A place of a mapping that has a value of the delivery. */
export interface MappingField {
  /** As faults name it: `guest.identifiers.0.value`. */
  readonly name: string
  readonly label: string
  readonly value: DeliveryValue | undefined
  /** With another value; undefined: without any. */
  set(value: DeliveryValue | undefined): Mapping
}

const identifierLabels = { email: 'E-mail', phone: t`Phone`, external_id: t`Id at the other system` } as const

/** Everything in a mapping that one can point at, in the order in which it is read. */
export function fieldsOf(mapping: Mapping): MappingField[] {
  const { became, guest } = mapping
  return [
    ...testsOf(mapping).map(
      ({ place, test }): MappingField => ({
        name: nameOf(place),
        label: conditionLabel(place),
        value: test.value,
        set: value => withTest(mapping, place, value && { ...test, value }),
      }),
    ),
    ...(became === undefined ? [] : becameFields(mapping, became)),
    ...(became === undefined ? [idField(mapping)] : []),
    ...guest.identifiers.map((one, place) => identifierField(mapping, one, place)),
    {
      name: 'guest.name',
      label: t`Guest’s name`,
      value: guest.name,
      set: value => ({ ...mapping, guest: withField(guest, 'name', value) }),
    },
    {
      name: 'venue',
      label: t`Venue`,
      value: mapping.venue,
      set: value => withField(mapping, 'venue', value),
    },
    {
      name: 'occurred_at',
      label: t`Time`,
      value: mapping.occurred_at,
      set: value => withField(mapping, 'occurred_at', value),
    },
    ...Object.entries(mapping.parameters).map(
      ([name, value]): MappingField => ({
        name: `parameters.${name}`,
        label: name,
        value,
        set: changed => ({ ...mapping, parameters: withParameter(mapping.parameters, name, changed) }),
      }),
    ),
  ]
}

const idField = (mapping: Mapping): MappingField => ({
  name: 'id',
  label: t`Id of the event`,
  value: mapping.id,
  set: value => withField(mapping, 'id', value),
})

function becameFields(mapping: Mapping, became: NonNullable<Mapping['became']>): MappingField[] {
  const field = (name: 'thing' | 'state', label: string): MappingField => ({
    name: `became.${name}`,
    label,
    value: became[name],
    // Neither makes sense alone.
    set: value =>
      withField(mapping, 'became', value === undefined ? undefined : { ...became, [name]: value }),
  })
  return [field('thing', t`Id of what it is about`), field('state', t`Its state`)]
}

const conditionLabel = ({ rule, option }: TestPlace): string =>
  option === undefined ? t`Condition ${rule + 1}` : t`Condition ${rule + 1}, option ${option + 1}`

function identifierField(
  mapping: Mapping,
  one: Mapping['guest']['identifiers'][number],
  place: number,
): MappingField {
  const { guest } = mapping
  return {
    name: `guest.identifiers.${place}.value`,
    label: [
      `Guest by ${identifierLabels[one.type].toLowerCase()}`,
      // The order counts where there are several.
      ...(guest.identifiers.length === 1 ? [] : [t`(${place + 1} of ${guest.identifiers.length})`]),
    ].join(' '),
    value: one.value,
    set: value => ({
      ...mapping,
      guest: {
        ...guest,
        identifiers:
          value === undefined
            ? guest.identifiers.toSpliced(place, 1)
            : guest.identifiers.toSpliced(place, 1, { ...one, value }),
      },
    }),
  }
}

function withField<T extends object, Name extends keyof T>(
  given: T,
  name: Name,
  value: T[Name] | undefined,
): T {
  const { [name]: _, ...rest } = given
  return (value === undefined ? rest : { ...rest, [name]: value }) as T
}

function withParameter(
  parameters: Mapping['parameters'],
  name: string,
  value: DeliveryValue | undefined,
): Mapping['parameters'] {
  if (value !== undefined) return { ...parameters, [name]: value }
  return Object.fromEntries(Object.entries(parameters).filter(([one]) => one !== name))
}

/** A value in a few words, for a list of them. */
export function valueInWords(value: DeliveryValue | undefined): string {
  if (value === undefined) return t`not set`
  const { constant, path, header, join, of, take, times } = value
  const from =
    constant !== undefined
      ? JSON.stringify(constant)
      : (path ?? (header !== undefined ? t`header ${header}` : (join ?? []).join(' + ')))
  return [
    from,
    of === 'delivery' && t`of the delivery`,
    take !== undefined && take !== 'first' && `(${take})`,
    times !== undefined && `× ${times}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Whether a mapping that someone wrote has the form that its fields need. The server checks the rest. */
export function isPointable(mapping: Mapping): boolean {
  try {
    return fieldsOf(mapping).every(({ value }) => typeof valueInWords(value) === 'string')
  } catch {
    return false
  }
}
