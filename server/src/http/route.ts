import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Identity } from '#access/identity.ts'
import type { HttpParts } from './parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes with bearer access before anything else is looked at. */
    identity: Identity
    /** On routes that recognise who asks: the hash of a token that the route has yet to confirm. */
    unconfirmed?: Buffer
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

/** A route says who may call it and with how much, above what it does. */
export interface Route<S extends RouteSchema = RouteSchema> {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** `recognised`: as bearer, but the route's own transaction confirms who asks. */
  readonly access: 'bearer' | 'recognised' | 'public'
  readonly bodyLimit?: number
  readonly schema: S
  /** Fastify's own options where a route needs them. */
  readonly options?: Partial<RouteOptions>
  readonly handler: (parts: HttpParts) => (request: Request<S>, reply: FastifyReply) => Promise<unknown>
}

/** Keeps the schema's type for the handler, and drops it for the list of all routes. */
export function route<const S extends RouteSchema>(definition: Route<S>): Route {
  return definition as unknown as Route
}
