import { expect, test } from 'vitest'
import { brandOfForm, formOfBrand } from './brand-form.ts'

test('a brand is the same after it was shown in a form', () => {
  const brand = {
    logo: { url: 'https://example.com/logo.png', alt: 'The Vine' },
    accent: '#0b5cad',
    background: '#ffffff',
    font: 'Georgia',
    footer: '1 High Street',
  } as const
  expect(brandOfForm(formOfBrand(brand))).toEqual(brand)
  expect(brandOfForm(formOfBrand({ accent: '#0b5cad' }))).toEqual({ accent: '#0b5cad' })
})

test('a form with nothing in it is no brand, and half a logo is left to the server to refuse', () => {
  expect(brandOfForm(formOfBrand(null))).toBeNull()
  expect(brandOfForm({ ...formOfBrand(null), footer: '  ' })).toBeNull()
  expect(brandOfForm({ ...formOfBrand(null), logoUrl: 'https://example.com/a.png' })).toEqual({
    logo: { url: 'https://example.com/a.png', alt: '' },
  })
})
