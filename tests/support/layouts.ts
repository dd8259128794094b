import type { Brand } from '@millrace/contract/brand'
import type { EmailBlock } from '@millrace/contract/email-blocks'
import type { NodeOf } from '@millrace/contract/node'

/** An e-mail as a venue group writes it. */
export interface Layout {
  /** For a file. */
  readonly name: string
  readonly subject: string
  readonly preview?: string
  readonly isTransactional?: boolean
  readonly blocks: readonly EmailBlock[]
  /** What a guest reads of it, and not of any other layout. */
  readonly says: string
}

/** `imageAt` is where an image of this name is. */
export const layoutsWith = (imageAt: (name: string) => string): readonly Layout[] => [
  {
    name: 'booking-confirmation',
    subject: 'Your table at {{ venue.name }}',
    preview: 'We look forward to seeing you.',
    isTransactional: true,
    says: 'Your table is booked',
    blocks: [
      { type: 'heading', text: 'Your table is booked, {{ guest.name }}' },
      { type: 'text', text: 'We look forward to seeing you at **{{ venue.name }}**.' },
      {
        type: 'columns',
        columns: [
          [{ type: 'text', text: '**When**\n{{ event.parameters.booked_for | date: "full" }}' }],
          [{ type: 'text', text: '**For**\n{{ event.parameters.covers }} people' }],
        ],
      },
      {
        type: 'button',
        text: 'Change booking',
        url: 'https://example.com/bookings/{{ event.parameters.booking | url_encode }}',
      },
      { type: 'divider' },
      {
        type: 'text',
        text: 'If you are late, please [call us](tel:+442079460000). We keep tables for 15 minutes.',
      },
    ],
  },
  {
    name: 'receipt',
    subject: 'Your receipt 🧾',
    isTransactional: true,
    says: 'Thank you for your visit',
    blocks: [
      { type: 'heading', text: 'Thank you for your visit' },
      {
        type: 'text',
        text: '{% assign items = event.parameters.items | split: ";" %}{% for item in items %}- {{ item | strip }}\n{% endfor %}',
      },
      { type: 'text', text: '**Total: {{ event.parameters.spend | money: "GBP" }}**' },
      { type: 'divider' },
      { type: 'text', text: 'Prices include tax. Questions? [Write to us](mailto:hello@example.com).' },
    ],
  },
  {
    name: 'newsletter',
    subject: 'What’s on in October',
    preview: 'Oysters, live music and a new menu.',
    says: 'Autumn on the terrace',
    blocks: [
      {
        type: 'image',
        url: imageAt('terrace'),
        alt: 'The terrace in the evening',
        link: 'https://example.com/news',
      },
      { type: 'heading', text: 'Autumn on the terrace' },
      {
        type: 'text',
        text: 'Blankets, heaters and **mulled cider**: the terrace stays open until November.',
      },
      { type: 'button', text: 'Book a table', url: 'https://example.com/book' },
      { type: 'divider' },
      {
        type: 'columns',
        columns: [
          [
            { type: 'image', url: imageAt('oysters'), alt: 'A plate of oysters' },
            { type: 'text', text: '**Oyster Thursdays**\nSix for the price of four.' },
            { type: 'button', text: 'See menu', url: 'https://example.com/oysters' },
          ],
          [
            { type: 'image', url: imageAt('music'), alt: 'A singer with a guitar' },
            { type: 'text', text: '**Live music**\nEvery Friday from 8 pm.' },
            { type: 'button', text: 'Programme', url: 'https://example.com/music' },
          ],
        ],
      },
    ],
  },
  {
    name: 'birthday',
    subject: 'Happy birthday, {{ guest.name }} 🎂',
    says: 'Happy birthday',
    blocks: [
      { type: 'heading', text: 'Happy birthday, {{ guest.name }}!' },
      { type: 'text', text: 'Celebrate with us: dessert for the whole table is on the house.' },
      {
        type: 'voucher',
        text: 'Dessert for your table',
        code: 'CAKE-{{ guest.points }}',
        terms: 'For two to eight people, until the end of the month.',
      },
      { type: 'button', text: 'Book your table', url: 'https://example.com/book?occasion=birthday' },
    ],
  },
  {
    name: 'how-was-it',
    subject: 'How was your visit?',
    says: 'It was good to see you',
    blocks: [
      { type: 'heading', text: 'It was good to see you, {{ guest.name }}' },
      { type: 'text', text: 'One click, and the kitchen knows how they did.' },
      { type: 'question', text: 'How was your visit to {{ venue.name }}?', scale: 'stars' },
    ],
  },
  {
    name: 'invitation',
    subject: 'You are invited: wine tasting',
    says: 'An evening with our winemaker',
    blocks: [
      { type: 'image', url: imageAt('cellar'), alt: 'The wine cellar' },
      { type: 'heading', text: 'An evening with our winemaker' },
      {
        type: 'columns',
        columns: [
          [{ type: 'text', text: '**6 pm**\nArrival and bubbles' }],
          [{ type: 'text', text: '**7 pm**\nSix wines, six plates' }],
          [{ type: 'text', text: '**10 pm**\nThe cellar opens' }],
        ],
      },
      { type: 'question', text: 'Will you come?', scale: 'yes_no', yes: 'Count me in', no: 'Not this time' },
    ],
  },
  {
    name: 'we-miss-you',
    subject: 'We miss you, {{ guest.name }}',
    says: 'It has been a while',
    blocks: [
      { type: 'heading', text: 'It has been a while' },
      {
        type: 'text',
        text: 'Dear {{ guest.name }},\n\nsince your last visit we have a **new chef**, a *longer* bar and [a new menu](https://example.com/menu). Your {{ guest.points }} points are waiting:\n\n1. Book a table\n2. Choose your dessert\n3. Pay with points',
      },
      { type: 'button', text: 'Come back', url: 'https://example.com/book?guest={{ guest.id }}' },
      { type: 'text', text: 'Until soon,\nThe Harbour' },
    ],
  },
  {
    name: 'menu-of-the-week',
    subject: 'Lunch this week',
    says: 'This week for lunch',
    blocks: [
      { type: 'heading', text: 'This week for lunch' },
      {
        type: 'columns',
        columns: [
          [
            { type: 'heading', text: 'Monday' },
            { type: 'text', text: '- Leek soup\n- Sea bass\n- Apple tart' },
          ],
          [
            { type: 'heading', text: 'Tuesday' },
            { type: 'text', text: '- Beetroot salad\n- Lamb stew\n- Sorbet' },
          ],
        ],
      },
      { type: 'divider' },
      {
        type: 'columns',
        columns: [
          [
            { type: 'heading', text: 'Wednesday' },
            { type: 'text', text: '- Chowder\n- Risotto\n- Cheese' },
          ],
          [
            { type: 'heading', text: 'Thursday' },
            { type: 'text', text: '- Oysters\n- Steak frites\n- Mousse' },
          ],
        ],
      },
      { type: 'text', text: 'Two courses £19, three courses £24. Please mention allergies when you book.' },
    ],
  },
  {
    name: 'points-statement',
    subject: 'You have {{ guest.points }} points',
    says: 'Your points',
    blocks: [
      { type: 'heading', text: 'Your points' },
      {
        type: 'html',
        html: '<table role="presentation" width="100%" cellpadding="8" style="border-collapse:collapse"><tr><td style="border-bottom:1px solid #dcdee2">Points today</td><td align="right" style="border-bottom:1px solid #dcdee2"><strong>{{ guest.points }}</strong></td></tr><tr><td style="border-bottom:1px solid #dcdee2">Worth</td><td align="right" style="border-bottom:1px solid #dcdee2">£{{ guest.points | times: 0.05 }}</td></tr></table>',
      },
      {
        type: 'text',
        text: '{% if guest.points > 100 %}That is enough for **dinner for two**.{% else %}Dinner for two is near.{% endif %}',
      },
      { type: 'button', text: 'Use points', url: 'https://example.com/points' },
    ],
  },
  {
    name: 'welcome-in-arabic',
    subject: 'أهلاً وسهلاً، {{ guest.name }}',
    preview: 'طاولتك في انتظارك.',
    says: 'أهلاً وسهلاً بك',
    blocks: [
      { type: 'heading', text: 'أهلاً وسهلاً بك، {{ guest.name }}!' },
      {
        type: 'text',
        text: 'يسعدنا انضمامك إلينا. معك الآن **{{ guest.points }} نقطة**.\n\n- احجز طاولة\n- اختر الحلوى',
      },
      { type: 'button', text: 'احجز طاولة', url: 'https://example.com/ar/book' },
    ],
  },
]

export const layoutBrand: Brand = {
  accent: '#0b5d3b',
  background: '#eef3ef',
  font: 'Georgia',
  footer: '**The Harbour**, 1 Quay Street, Leeds\n[Our venues](https://example.com/venues)',
}

export const emailOf = ({
  name,
  subject,
  preview,
  isTransactional,
  blocks,
}: Layout): NodeOf<'send_email'> => ({
  id: name,
  type: 'send_email',
  ...(isTransactional && { class: 'transactional' }),
  subject,
  ...(preview !== undefined && { preview }),
  blocks: [...blocks],
  next: 'end',
})
