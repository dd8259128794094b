import type { Role } from '@millrace/contract/member'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Identity } from '#access/identity.ts'
import type { ActingMember, Session } from '#members/session.ts'
import type { HttpParts } from './parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes with bearer access before anything else is looked at. */
    identity: Identity
    /** On routes that recognise who asks: the hash of a token that the route has yet to confirm. */
    unconfirmed?: Buffer
    /** Set on routes with session or member access, in the same way. */
    session: Session
    /** On routes with member access. */
    member: ActingMember
  }
}

export interface RouteSchema {
  operationId: string
  tags: readonly string[]
  summary: string
  description?: string
  params?: TSchema
  querystring?: TSchema
  headers?: TSchema
  body?: TSchema
  response: Record<string, TSchema | { description: string }>
  consumes?: readonly string[]
}

type Part<S extends RouteSchema, K extends keyof RouteSchema> = S[K] extends TSchema ? Static<S[K]> : unknown

export type Request<S extends RouteSchema> = FastifyRequest<{
  Params: Part<S, 'params'>
  Querystring: Part<S, 'querystring'>
  Headers: Part<S, 'headers'>
  Body: Part<S, 'body'>
}>

/**
 * Who may call a route. `recognised`: as bearer, but the route's own transaction confirms who asks. `session`: whoever
 * is signed in to the dashboard. `member`: who has at least this role in the organisation they chose. Both, where it
 * says so, only when they gave their password within the last ten minutes.
 */
export type Access =
  | { readonly access: 'bearer' | 'recognised' | 'public' }
  | { readonly access: 'session'; readonly confirmed?: true }
  | { readonly access: 'member'; readonly role: Role; readonly confirmed?: true }

/** A route says who may call it and with how much, above what it does. */
export type Route<S extends RouteSchema = RouteSchema, Parts = HttpParts> = Access & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly bodyLimit?: number
  readonly schema: S
  /** Fastify's own options where a route needs them. */
  readonly options?: Partial<RouteOptions>
  readonly handler: (parts: Parts) => (request: Request<S>, reply: FastifyReply) => Promise<unknown>
}

/** Keeps the schema's type for the handler, and drops it for the list of all routes. */
export function route<const S extends RouteSchema, Parts = HttpParts>(
  definition: Route<S, Parts>,
): Route<RouteSchema, Parts> {
  return definition as unknown as Route<RouteSchema, Parts>
}
