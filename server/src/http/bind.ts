import type { Catalogue } from '@millrace/contract/operations/catalogue'
import type {
  AnyAnswer,
  Body,
  Headers,
  Operation,
  Params,
  Query,
} from '@millrace/contract/operations/operation'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Identity } from '#access/identity.ts'
import type { Lists } from '#db/replica/lists.ts'
import type { ActingMember, Session } from '#members/session.ts'
import type { HttpParts } from './parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on operations with bearer access before anything else is looked at. */
    identity: Identity
    /** On operations that recognise who asks: the hash of a token that the operation has yet to confirm. */
    unconfirmed?: Buffer
    /** Set on operations with session or member access, in the same way. */
    session: Session
    /** On operations with member access. */
    member: ActingMember
    /** On operations that may be behind: where they read. */
    lists: Lists
  }
}

/** A request as the operation describes it. */
export type Request<O extends Operation> = FastifyRequest<{
  Params: Params<O>
  Querystring: Query<O>
  Headers: Headers<O>
  Body: Body<O>
}>

type Handler<O extends Operation> = (
  request: Request<O>,
  reply: FastifyReply,
) => Promise<AnyAnswer<O> | FastifyReply>

/** An operation together with what carries it out. */
export interface Binding<O extends Operation = Operation, Parts = HttpParts> {
  readonly operation: O
  /** Called once, when the server is built. */
  readonly handler: (parts: Parts) => Handler<O>
  /** Fastify's own options where an operation needs them. */
  readonly options: Partial<RouteOptions>
}

/**
 * Binds what carries an operation out to its description in the contract. Who may ask, with how much, and what is
 * answered stands there alone.
 */
export const bind = <O extends Operation, Parts = HttpParts>(
  operation: O,
  handler: (parts: Parts) => Handler<NoInfer<O>>,
  options: Partial<RouteOptions> = {},
): Binding<O, Parts> => ({ operation, handler, options })

/** Each operation of a catalogue bound once, under its own name. */
type Bindings<C extends Catalogue> = { readonly [Name in keyof C]: Binding<C[Name], never> }

/** What is enough for all of them. */
type PartsOf<B> = B[keyof B] extends { readonly handler: (parts: infer Parts) => unknown } ? Parts : never

export interface NamedBinding<Parts = HttpParts> extends Binding<Operation, Parts> {
  readonly name: string
}

/**
 * The bindings of a catalogue, in its order. The compiler refuses one that is missing, that is not in the catalogue or
 * that belongs to another operation.
 */
export function bindingsOf<C extends Catalogue, B extends Bindings<C>>(
  catalogue: C,
  bindings: B & Readonly<Record<Exclude<keyof B, keyof C>, never>>,
): readonly NamedBinding<PartsOf<B>>[] {
  return Object.keys(catalogue).map(name => ({
    name,
    ...(bindings[name as keyof B] as unknown as Binding<Operation, PartsOf<B>>),
  }))
}
