/**
 * The order of the server's folders. A file may import from its own folder and from any folder to its right, never
 * from one to its left; folders in the same position may not import each other. Read by `scripts/check-layers.ts`,
 * and by people.
 */
export const layers: readonly (readonly string[])[] = [
  ['cli'],
  ['main', 'postgres'],
  ['http', 'worker'],
  ['dashboard'],
  ['counts'],
  ['demo'],
  ['members'],
  ['access'],
  ['erasure', 'merging'],
  ['connections'],
  ['triggers'],
  ['jobs'],
  ['simulation', 'sources'],
  ['events', 'deliveries'],
  ['routing'],
  ['runs'],
  ['messages', 'tasks'],
  ['steps'],
  ['workflows'],
  ['guests'],
  ['suppressions'],
  ['visits'],
  ['venues'],
  ['notices'],
  ['organisations'],
  ['channels'],
  ['templates'],
  ['calendar'],
  ['idempotency'],
  ['queue'],
  ['db'],
  ['secrets'],
  ['observability'],
  ['config'],
  ['base'],
]

/** The order inside folders with subfolders, by the same rule; a file beside the subfolders has its own position. */
export const rooms: Readonly<Record<string, readonly (readonly string[])[]>> = {
  runs: [
    ['runs'],
    ['advance'],
    ['commands'],
    ['waits'],
    ['effects'],
    ['walk'],
    ['change'],
    ['load'],
    ['read', 'unsubscribe'],
    ['advance-job'],
    ['lanes'],
  ],
}
