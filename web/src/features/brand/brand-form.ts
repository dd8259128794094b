import type { Brand, BrandFont } from '@millrace/contract/brand'

/** Blank: not set. */
export interface BrandForm {
  readonly logoUrl: string
  readonly logoAlt: string
  readonly accent: string
  readonly background: string
  readonly font: BrandFont | ''
  readonly footer: string
}

export const formOfBrand = (brand: Brand | null | undefined): BrandForm => ({
  logoUrl: brand?.logo?.url ?? '',
  logoAlt: brand?.logo?.alt ?? '',
  accent: brand?.accent ?? '',
  background: brand?.background ?? '',
  font: brand?.font ?? '',
  footer: brand?.footer ?? '',
})

/** null: nothing is set. */
export function brandOfForm({ logoUrl, logoAlt, accent, background, font, footer }: BrandForm): Brand | null {
  const brand: Brand = {
    ...((logoUrl.trim() || logoAlt.trim()) && { logo: { url: logoUrl.trim(), alt: logoAlt.trim() } }),
    ...(accent.trim() && { accent: accent.trim() }),
    ...(background.trim() && { background: background.trim() }),
    ...(font && { font }),
    ...(footer.trim() && { footer: footer.trim() }),
  }
  return Object.keys(brand).length === 0 ? null : brand
}
