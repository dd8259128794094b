/**
 * The order of the server's folders. A file may import from its own folder and from any folder to its right,
 * never from one to its left; folders that share a place may not import each other.
 * Read by `scripts/check-layers.ts`, and by people.
 */
export const layers: readonly (readonly string[])[] = [
  ['cli'],
  ['main', 'postgres', 'prepare-database'],
  ['http', 'worker'],
  ['dashboard'],
  ['demo'],
  ['members'],
  ['access'],
  ['undertakings'],
  ['simulation', 'sources'],
  ['events', 'deliveries'],
  ['routing'],
  ['runs'],
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
