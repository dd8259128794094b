import { pageAnswer } from '../../edge/page.ts'
import type { HttpParts } from '../../parts.ts'

/** The pages are at whatever address they were opened by, so their links name none. */
export const listPage = <Row>(
  parts: HttpParts,
  list: Parameters<typeof pageAnswer>[1],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
) => pageAnswer({ ...parts, config: { ...parts.config, baseUrl: '' } }, list, rows, keyOf)
