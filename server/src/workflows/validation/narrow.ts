import { isRecord } from '../record.ts'

export interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema | readonly Schema[]
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly $defs?: unknown
}

/**
 * The schema with each choice between objects replaced by the variant that the value is meant to be: the one of its
 * type where they have types, otherwise the one that shares the most fields. Otherwise a fault in one variant is reported together with everything that distinguishes it
 * from the others. `passed` is a schema that counts as fulfilled.
 */
export function narrow(schema: Schema, value: unknown, passed: Schema): Schema {
  // An optional field has a copy of its schema, with the same definitions.
  if (schema.$defs !== undefined && schema.$defs === passed.$defs) return {}
  if (schema.anyOf !== undefined) {
    const meant = likeliest(schema.anyOf, value)
    return meant === undefined ? schema : narrow(meant, value, passed)
  }
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [
      name,
      narrow(field, isRecord(value) ? value[name] : undefined, passed),
    ])
    return { ...schema, properties: Object.fromEntries(fields) }
  }
  if (schema.items !== undefined && !Array.isArray(schema.items))
    return { ...schema, items: narrowItems(schema.items as Schema, schema.maxItems, value, passed) }
  return schema
}

/** Each item has the variant that it is meant to be. A list that is too long is one fault, so one schema covers it. */
function narrowItems(
  each: Schema,
  most: number | undefined,
  value: unknown,
  passed: Schema,
): Schema | readonly Schema[] {
  if (!Array.isArray(value) || value.length > (most ?? 0)) return narrow(each, undefined, passed)
  return value.map(item => narrow(each, item, passed))
}

function likeliest(variants: readonly Schema[], value: unknown): Schema | undefined {
  if (Array.isArray(value)) return onlyOne(variants.filter(({ type }) => type === 'array'))
  if (value === undefined) return undefined
  // If a number is expected or an object that names its source, "1.5" is meant as the number.
  if (!isRecord(value)) return onlyOne(variants.filter(({ properties }) => properties === undefined))
  const types = variants.map(({ properties }) => properties?.type?.const)
  if (Object.hasOwn(value, 'type') && types.every(type => type !== undefined))
    return (
      variants[types.indexOf(value.type as string)] ?? {
        type: 'object',
        properties: { type: { enum: types } },
      }
    )
  const shared = (variant: Schema) =>
    Object.keys(variant.properties ?? {}).filter(name => Object.hasOwn(value, name)).length
  const best = variants.toSorted((a, b) => shared(b) - shared(a))[0]
  return best !== undefined && shared(best) > 0 ? best : undefined
}

const onlyOne = <Each>(list: readonly Each[]): Each | undefined => (list.length === 1 ? list[0] : undefined)
