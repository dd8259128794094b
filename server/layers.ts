/**
 * The order of the server's folders. A file may import from its own folder and from any folder to its right,
 * never from one to its left; folders that share a place may not import each other.
 * Read by `scripts/check-layers.ts`, and by people.
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
  ['erasure'],
  ['jobs'],
  ['simulation', 'sources'],
  ['events', 'deliveries'],
  ['routing'],
  ['runs'],
  ['messages', 'tasks'],
  ['steps'],
  ['workflows'],
  ['guests'],
  ['venues'],
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

/** The order inside folders that have rooms, by the same rule; a file beside the rooms has its own place. */
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
