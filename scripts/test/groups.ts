/**
 * The folders of each group that runs the product in the process of its tests. They are one project of Vitest: a worker
 * imports the product once, and not once more for each group.
 */
export const PRODUCT_GROUPS = {
  unit: ['server/src/', 'contract/', 'web/', 'scripts/', 'tests/prove/'],
  api: ['tests/api/'],
  engine: ['tests/engine/'],
  command: ['tests/cli/', 'tests/docs/'],
  sdk: ['sdk/src/', 'tests/sdk/'],
} as const

const OTHER_GROUPS = ['channels', 'faults', 'browser', 'bench'] as const

export type Group = keyof typeof PRODUCT_GROUPS | (typeof OTHER_GROUPS)[number]

export const GROUPS = [...Object.keys(PRODUCT_GROUPS), ...OTHER_GROUPS] as readonly Group[]
