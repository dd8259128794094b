import type { ApiRequest, Call, PostOptions } from './call.ts'
import { type Messages, operations } from './operations.ts'

type Name = keyof Messages
/** Operations that return one thing, and operations that return a list. */
export type Single = { [N in Name]: Messages[N] extends { answer: unknown } ? N : never }[Name]
export type Listing = Exclude<Name, Single>

export type Answer<N extends Single> = Messages[N] extends { answer: infer A } ? A : never
export type Row<N extends Listing> = Messages[N] extends { row: infer R } ? R : never

type NamesIn<Path extends string> = Path extends `${string}:${infer Id}/${infer Rest}`
  ? Id | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Id}`
    ? Id
    : never
export type Ids<N extends Name> = { readonly [Id in NamesIn<(typeof operations)[N]['path']>]: string }

interface Given<N extends Name> {
  readonly ids: Ids<N>
  readonly query?: { readonly [Field in keyof Messages[N]['query']]?: string | boolean | undefined }
  readonly body: Messages[N]['body']
}

/** Calls an operation as the contract describes it. */
export const operate = async <N extends Single>(
  call: Call,
  name: N,
  { ids, query, body }: Given<N>,
  options: PostOptions | undefined,
): Promise<Answer<N>> => call<Answer<N>>({ ...placeOf(name, ids), query, json: body }, options)

/** The address of an operation, with each id as one segment of the path. */
export function placeOf<N extends Name>(name: N, ids: Ids<N>): Pick<ApiRequest, 'method' | 'path'> {
  const { method, path } = operations[name]
  const given = new Map<string, unknown>(Object.entries(ids))
  return {
    method,
    path: path.replace(/:(\w+)/g, (_, id: string) => {
      const value = given.get(id)
      // A URL would treat dots as the parent folder.
      if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError('An id is missing.')
      return encodeURIComponent(value)
    }),
  }
}
