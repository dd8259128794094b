/**
 * The order of the dashboard's folders. A file may import from its own folder and from any folder to its right,
 * never from one to its left; folders that share a place may not import each other.
 * Read by `scripts/check-layers.ts`, and by people.
 */
export const layers: readonly (readonly string[])[] = [
  ['main'],
  ['app'],
  ['pages'],
  ['features'],
  ['components'],
  ['session'],
  ['theme', 'toasts'],
  ['api'],
  ['opening'],
  ['language'],
  ['styles'],
]

/** The same order inside each folder that has folders. `.` stands for the files beside them. */
export const rooms: Readonly<Record<string, readonly (readonly string[])[]>> = {
  app: [['.'], ['frame'], ['palette'], ['navigation', 'routes']],
  // No page knows another one: what two of them need is a feature.
  pages: [
    [
      'audit',
      'connections',
      'developers',
      'events',
      'guests',
      'help',
      'home',
      'keys',
      'members',
      'outbox',
      'pieces',
      'profile',
      'reference',
      'run',
      'runs',
      'segments',
      'settings',
      'signed-out',
      'sources',
      'subscriptions',
      'suppressions',
      'tasks',
      'venues',
      'workflow',
      'workflows',
    ],
  ],
  'pages/connections': [['.'], ['pull'], ['mapping'], ['shared']],
  'pages/reference': [['.'], ['navigation', 'operation'], ['try-it'], ['contents', 'session']],
  'pages/workflow': [['.'], ['comparison', 'simulator'], ['panel'], ['liquid'], ['draft', 'values']],
  features: [
    ['email'],
    [
      'brand',
      'canvas',
      'condition',
      'guest',
      'help',
      'member',
      'message',
      'request',
      'run',
      'schema',
      'segment',
      'settings',
      'sign-in',
    ],
    ['demo', 'image', 'source', 'template', 'venue', 'workflow'],
  ],
  'features/canvas': [['.'], ['layout']],
  components: [['chart', 'time'], ['list'], ['shortcuts'], ['dialog'], ['form'], ['.']],
}
