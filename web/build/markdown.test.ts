import { expect, test } from 'vitest'
import { anchorOf, readGuide } from './markdown.ts'

const sentence = (text: string) => readGuide(`# T\n\n${text}`).blocks

test('sentences have code, bold, italics and links, and nothing in code is read', () => {
  expect(sentence('On `/runs` choose **Retry *all*…**, as [the `guide`](a.md#b) says.')).toEqual([
    {
      kind: 'paragraph',
      text: [
        'On ',
        { code: '/runs' },
        ' choose ',
        { strong: ['Retry ', { emphasis: ['all'] }, '…'] },
        ', as ',
        { link: 'a.md#b', text: ['the ', { code: 'guide' }] },
        ' says.',
      ],
    },
  ])
  expect(sentence('2 * 3 * 4, “a” & <b and `**x** & y` and snake_case_names')).toEqual([
    {
      kind: 'paragraph',
      text: ['2 * 3 * 4, “a” & <b and ', { code: '**x** & y' }, ' and snake_case_names'],
    },
  ])
})

test('a document is its title and its blocks', () => {
  const guide = readGuide(
    [
      '# For guests',
      '',
      'One',
      'paragraph.',
      '- first',
      '  and more',
      '- second',
      '',
      '1. one',
      '',
      '## What it does: `nodes`',
      '',
      '| a | b |',
      '|---|---|',
      '| `x\\|y` | |',
      '',
      '> said',
      '',
      '```sh',
      '# not a heading',
      '```',
    ].join('\n'),
  )
  expect(guide).toEqual({
    title: 'For guests',
    blocks: [
      { kind: 'paragraph', text: ['One paragraph.'] },
      { kind: 'list', ordered: false, items: [['first and more'], ['second']] },
      { kind: 'list', ordered: true, items: [['one']] },
      { kind: 'heading', level: 2, id: 'what-it-does-nodes', text: ['What it does: ', { code: 'nodes' }] },
      { kind: 'table', head: [['a'], ['b']], rows: [[[{ code: 'x|y' }], []]] },
      { kind: 'quote', text: ['said'] },
      { kind: 'code', text: '# not a heading' },
    ],
  })
  expect(anchorOf('Why did this guest get nothing?')).toBe('why-did-this-guest-get-nothing')
})

test('what it does not know is refused', () => {
  for (const text of ['no title', '# Title\n\n![image](x.png)', '# Title\n\n<b>HTML</b>']) {
    expect(() => readGuide(text)).toThrow()
  }
})
