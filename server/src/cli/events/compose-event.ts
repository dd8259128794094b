import { demoEvent } from '../organisations/demo.ts'
import { Failure, wrongUsage } from '../terminal/failure.ts'
import { parseParameters } from './parameters.ts'

/** The options of the command line about the event. */
export interface EventOptions {
  guest?: string
  serial?: readonly string[]
  source?: string
  param?: readonly string[]
}

type Body = Record<string, unknown>

/**
 * The body to send: what the file says, and over it the options. Where neither names a guest, `inDemo` is asked
 * whether the key belongs to the demo organisation, whose guest, venue and source then fill the gaps.
 */
export async function composeEvent(
  options: EventOptions,
  file: string | undefined,
  inDemo: () => Promise<boolean>,
): Promise<Body> {
  const body = overlay(file === undefined ? {} : readBody(file), options)
  if (body.organisation_registration_id !== undefined) return body
  if (!(await inDemo())) throw wrongUsage('Name the guest with --guest ID.')
  return fillFromDemo(body, options, file === undefined)
}

function readBody(text: string): Body {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body
  } catch {}
  throw new Failure(
    'The file does not contain an event: one JSON object with organisation_registration_id. For many events, put one ' +
      'object on each line.',
  )
}

/** The options of the command line, over what the event says. */
export function overlay(body: Body, { guest, serial, source, param = [] }: EventOptions): Body {
  const parameters = { ...(source ? { source } : {}), ...parseParameters(param) }
  return {
    ...body,
    ...(guest === undefined ? {} : { organisation_registration_id: guest }),
    ...(serial === undefined ? {} : { serials: serial }),
    ...(Object.keys(parameters).length === 0
      ? {}
      : { parameters: { ...(body.parameters as Body | undefined), ...parameters } }),
  }
}

/** Without any option, it is an event that starts a run. A file is sent as it is, except for the guest. */
function fillFromDemo(body: Body, { source, serial, param }: EventOptions, fromOptions: boolean): Body {
  const { organisation_registration_id, serials, parameters } = demoEvent
  if (!fromOptions) return { ...body, organisation_registration_id }
  const noOptions = source === undefined && serial === undefined && param === undefined
  return {
    ...body,
    organisation_registration_id,
    serials: body.serials ?? serials,
    parameters: noOptions
      ? parameters
      : {
          ...(source === undefined ? { source: parameters.source } : {}),
          ...(body.parameters as Body | undefined),
        },
  }
}
