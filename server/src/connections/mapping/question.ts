import type { Mapping } from '@millrace/contract/connection-mapping'
import { type Format, readDocument } from './document.ts'
import { type Mapped, mapDelivery } from './map-delivery.ts'

/** A delivery with everything that is needed to read it, as it goes to another thread. */
export interface MappingQuestion {
  readonly deliveryId: string
  readonly format: Format
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly receivedAt: Date
  readonly mapping: Mapping
  readonly aliases: Readonly<Record<string, string>>
  /** Of the organisation, and of the venues that have another name at the vendor. */
  readonly timeZone: string
  readonly timeZones: ReadonlyMap<string, string>
}

export function answerQuestion(question: MappingQuestion): Mapped {
  const { format, headers, body, mapping, timeZone, timeZones } = question
  const reading = readDocument(format, headers, Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  if (reading.kind === 'problem') return reading
  return mapDelivery(mapping, reading.document, {
    ...question,
    timeZoneOf: serial => timeZones.get(serial ?? '') ?? timeZone,
  })
}
