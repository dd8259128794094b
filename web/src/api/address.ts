import type { Operation, Params, Query } from '@millrace/contract/operations/operation'

/** In an address everything is text; what may stand there the server says. What is empty is not asked for. */
export type QueryText<O extends Operation> = { readonly [Name in keyof Query<O>]: string | null }

/** What a list is looked through by; a page of it is asked for by its cursor. */
export type Filter<O extends Operation> = {
  readonly [Name in keyof Omit<Query<O>, 'cursor' | 'limit'>]: string
}

type WithParams<O extends Operation> = keyof Params<O> extends never
  ? { readonly params?: never }
  : { readonly params: Params<O> }

type WithQuery<O extends Operation> = O extends { readonly query: object }
  ? object extends QueryText<O>
    ? { readonly query?: QueryText<O> }
    : { readonly query: QueryText<O> }
  : { readonly query?: never }

/** What has to be given to make an address of the path of an operation. */
export type Place<O extends Operation> = WithParams<O> & WithQuery<O>

/** The last argument may be left out where nothing in it has to be given. */
export type Given<T> = object extends T ? [given?: T] : [given: T]

/** Where an operation is: for a call, a link or a frame. */
export function addressOf<O extends Operation>({ path }: O, ...[given]: Given<Place<O>>): string {
  const { params = {}, query = {} } = (given ?? {}) as { params?: object; query?: object }
  const values = new Map<string, string>(Object.entries(params))
  const place = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const asked = Object.entries(query).filter(([, value]) => Boolean(value))
  return asked.length === 0 ? place : `${place}?${new URLSearchParams(asked)}`
}
