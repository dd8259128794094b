import type { Static, TObject, TSchema } from 'typebox'
import type { Role } from '../member.ts'
import type { Scope } from '../scope.ts'

/**
 * Who may call an operation. `bearer`: a client with a token. `recognised`: the same, but the operation's own
 * transaction confirms the caller. `session`: anyone signed in to the dashboard. `member`: anyone with at least this
 * role in the chosen organisation. With `confirmed`, the last two also require that the password was given within the
 * last ten minutes.
 */
export type Access =
  | {
      readonly access: 'bearer' | 'recognised'
      /** What the client's key has to be allowed. Without it, everything. */
      readonly scope?: Scope
      /** It obeys the venues and sources of a key that is limited to some. Without it, such a key is refused. */
      readonly heldToVenues?: true
    }
  | { readonly access: 'public' }
  | { readonly access: 'session'; readonly confirmed?: true }
  | { readonly access: 'member'; readonly role: Role; readonly confirmed?: true }

/** An answer that is not JSON, such as a file or a page: only described. */
export interface Described {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: TSchema }>>
}

/** Everything about an operation except its handler. The server, the dashboard, the SDK and the documents follow it. */
export type Operation = Access & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are written as `:name`. */
  readonly path: `/${string}`
  /** Headings in the OpenAPI document. */
  readonly tags?: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly deprecated?: true
  readonly query?: TObject
  readonly headers?: TObject
  readonly body?: TObject
  /** The body is one of these or a list of them, and the handler checks each. */
  readonly entries?: TObject
  /** Media types, where JSON is not the only one. */
  readonly consumes?: readonly string[]
  /** The client may authenticate itself by HTTP Basic, in place of credentials in the body. */
  readonly basic?: true
  /** In bytes, where it is not the usual limit. */
  readonly bodyLimit?: number
  /** It may take more than a moment, so that a member may ask it less often. */
  readonly heavy?: true
  /** It may be some seconds old: it is read from a replica of the database, where there is one. */
  readonly mayBeBehind?: true
  /** Nothing is stored by it, although it is no GET: its sentences are in the language of the page that asks. */
  readonly storesNothing?: true
  /** By status. */
  readonly answers: Readonly<Record<number, TSchema | Described>> | { readonly default: Described }
}

/** An operation that cannot be changed, with the exact type of each of its parts. */
export const operation = <const O extends Operation>(described: O): O => Object.freeze(described)

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parameters of the path, which are always text. */
export type Params<O extends Operation> = { readonly [Name in NamesIn<O['path']>]: string }

type Part<O, K extends string> = O extends { readonly [Key in K]: infer Schema extends TSchema }
  ? Static<Schema>
  : unknown

// The operation is known from the argument that is one. To look for it in these as well, the compiler goes through everything that a
// schema can be: a half of all its work.
export type Query<O extends Operation> = NoInfer<Part<O, 'query'>>
export type Headers<O extends Operation> = NoInfer<Part<O, 'headers'>>
export type Body<O extends Operation> = NoInfer<Part<O, 'body'>>

type AnswersWith<O extends Operation, Statuses> = {
  [Status in keyof O['answers'] & Statuses]: O['answers'][Status] extends Described
    ? never
    : Static<O['answers'][Status] & TSchema>
}[keyof O['answers'] & Statuses]

/** What a handler returns as JSON. An answer that is only described is sent by the handler. */
export type AnyAnswer<O extends Operation> = NoInfer<AnswersWith<O, number>>

/** What the caller reads after success. */
export type Success<O extends Operation> = NoInfer<AnswersWith<O, 200 | 201 | 202>>
